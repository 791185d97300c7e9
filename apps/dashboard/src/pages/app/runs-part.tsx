import type { App, DeployStatus } from '../../api/apps.ts';
import { healthTone } from '../../design/app-words.ts';
import { Copyable } from '../../design/copy.tsx';
import { Notice } from '../../design/notice.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Facts } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import css from './runs-part.module.css';
import { useStep } from './use-step.ts';

interface RunsPartProps {
  readonly app: App;
  readonly status: DeployStatus;
}

/** Replicas, address, and whether it answers: by what that is known, and since when. */
export function RunsPart({ app, status }: RunsPartProps) {
  const { health, message, url, stale, observed_at } = status;
  return (
    <>
      {stale && observed_at !== null && (
        <Notice tone="unknown" role="status" title="What runs may be out of date.">
          <p>
            The cluster was last seen <Time at={observed_at} />. Wheelhouse keeps trying and shows what was known then.
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          ['Replicas', <Replicas key="replicas" app={app} status={status} />],
          ['Reachable', <Reachable key="reachable" status={status} />],
          [
            'Address in the cluster',
            url === null ? (
              <span key="url" className="quiet">
                none: it has no port, so it is a worker
              </span>
            ) : (
              <Copyable key="url" text={url} what="the address" />
            ),
          ],
          [
            'Workload in the cluster',
            <ObjectChip
              key="workload"
              object={{ kind: 'Deployment', namespace: app.namespace, name: app.name }}
              clusterId={app.cluster_id}
            />,
          ],
          // One that is Healthy says so by all of these.
          ...(health === 'Healthy'
            ? []
            : [
                [
                  'Health',
                  <span key="health" className={css['stack']}>
                    <Status tone={healthTone[health]}>{health}</Status>
                    {message !== null && app.phase !== 'Failed' && <span className="name">{message}</span>}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}

function Replicas({ app: { state }, status }: RunsPartProps) {
  const { desired_replicas: desired, running_replicas: running, ready_replicas: ready, replicas_by: by } = status;
  const { open } = useStep();
  return (
    <span className={css['stack']}>
      <span className={css['line']}>
        <span>
          <span className="number">{desired}</span> asked for, <span className="number">{running ?? '?'}</span> running,{' '}
          <span className="number">{ready}</span> ready
        </span>
        <ScopeButton scope="actions" disabled={state !== 'active'} onClick={() => open('scale')}>
          Scale…
        </ScopeButton>
      </span>
      {by !== null && running !== null && (
        <span className="quiet">
          <span className="number">{running}</span> set by <span className="name">{by.manager}</span>
          {by.at !== null && (
            <>
              , <Time at={by.at} />
            </>
          )}
          ; Wheelhouse leaves it so
        </span>
      )}
    </span>
  );
}

const byWords: Readonly<Record<NonNullable<DeployStatus['reachable_by']>, string>> = {
  service_proxy: 'by a request through the API server',
  readiness: 'by its pods: all of them are ready',
};
const notByWords: typeof byWords = {
  service_proxy: 'a request through the API server was not answered as it should be',
  readiness: 'not all of its pods are ready',
};

function Reachable({ status: { reachable, reachable_by: by, checked_at } }: Pick<RunsPartProps, 'status'>) {
  if (checked_at === null)
    return (
      <span className={css['stack']}>
        <Status tone="unknown">not known</Status>
        <span className="quiet">nobody has asked it yet</span>
      </span>
    );
  return (
    <span className={css['stack']}>
      <Status tone={reachable ? 'ok' : 'failing'}>{reachable ? 'yes' : 'no'}</Status>
      <span className="quiet">
        {by !== null && `${(reachable ? byWords : notByWords)[by]}, `}checked <Time at={checked_at} />
      </span>
    </span>
  );
}
