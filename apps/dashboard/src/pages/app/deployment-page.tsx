import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type App, appPath, appsEveryMs, type DeploymentInFull } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { useMay } from '../../api/session.ts';
import { deploymentTone } from '../../design/app-words.ts';
import { AppChip, ClusterChip } from '../../design/chip.tsx';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import type { FeedState } from '../../live/feed.ts';
import { useDeployment } from '../../live/use-deployment.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import css from './deployment-page.module.css';
import { DeploymentFacts } from './deployment-facts.tsx';
import { DiffTable } from './diff-table.tsx';
import { Outcome } from './outcome.tsx';
import { Rail } from './rail.tsx';
import { StepDialogs } from './step-dialogs.tsx';
import { useStep } from './use-step.ts';

const route = getRouteApi('/signed-in/apps/$appId/deployments/$revision');

/** One deployment, one address for its whole life: what it changes, how far it is, and how it ended. */
export function DeploymentPage() {
  const { appId, revision } = route.useParams();
  const { data, state } = useDeployment(appId, Number(revision));
  const error = state.is === 'refused' ? state.error : null;
  return (
    <LoadedPage of={{ data, error }} kind="deployment" above={[{ label: 'Apps', link: { to: '/apps' } }]}>
      {(deployment) => <Known deployment={deployment} state={state} />}
    </LoadedPage>
  );
}

function Known({ deployment, state }: { readonly deployment: DeploymentInFull; readonly state: FeedState }) {
  const { app_id: id, app_name: name, revision, phase, cluster_id, previous_revision: before } = deployment;
  const { byId } = useClusters();
  const cluster = byId.get(cluster_id);
  // Whether it can be put back changes after it has ended, with what is deployed later.
  const { data: app } = useQuery({ ...reading(appPath, { params: { id } }), refetchInterval: appsEveryMs });
  return (
    <Page
      title={`${name}, revision ${revision}`}
      above={[
        { label: 'Apps', link: { to: '/apps' } },
        { label: name, link: { to: '/apps/$appId', params: { appId: id } } },
        { label: 'Deployments', link: { to: '/apps/$appId/deployments', params: { appId: id } } },
      ]}
      {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
      state={
        <>
          <Status tone={deploymentTone[phase]}>{phase}</Status>
          {app?.current_revision === revision && <span>runs now</span>}
          <AppChip id={id} name={name} />
          {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
          <Time at={deployment.created_at} />
        </>
      }
      actions={app && <Steps app={app} deployment={deployment} />}
    >
      {(state.is === 'reconnecting' || state.is === 'refused') && <Stale state={state} />}
      <Rail deployment={deployment} />
      <Outcome deployment={deployment} />
      <div className={css['columns']}>
        <Section
          title="What it changes"
          about={before === null ? 'It is the first that would be Live' : `Compared with revision ${before}`}
        >
          <DiffTable
            changes={deployment.diff}
            label="What it changes"
            same={before === null ? 'Nothing to compare with.' : 'It asks for the same as the one before.'}
          />
        </Section>
        <DeploymentFacts deployment={deployment} />
      </div>
    </Page>
  );
}

interface StepsProps {
  readonly app: App;
  readonly deployment: DeploymentInFull;
}

function Steps({ app, deployment: { revision, can_cancel, can_rollback, phase } }: StepsProps) {
  const { step, to, open, close } = useStep();
  const may = { deploy: useMay('deploy'), actions: useMay('actions') };
  const isNewest = app.revision === revision;
  // Another has become Live since this one ended.
  const mayReturn = can_rollback || (phase === 'Live' && app.current_revision !== revision);
  const before = app.current_revision === revision || phase === 'Failed';
  return (
    <>
      {isNewest && can_cancel && (
        <ScopeButton scope="deploy" onClick={() => open('cancel')}>
          Cancel deployment
        </ScopeButton>
      )}
      {mayReturn && (
        <ScopeButton scope="actions" look="primary" onClick={() => open('roll-back', revision)}>
          Roll back to revision {revision}…
        </ScopeButton>
      )}
      {!mayReturn && before && app.state === 'active' && (
        <ScopeButton scope="actions" onClick={() => open('roll-back')}>
          Roll back…
        </ScopeButton>
      )}
      {(step === 'cancel' ? may.deploy : step === 'roll-back' && may.actions) && step !== undefined && (
        <StepDialogs app={app} step={step} to={to} onClose={close} />
      )}
    </>
  );
}

function Stale({ state }: { readonly state: FeedState }) {
  return (
    <Notice tone="unknown" role="status" title="This may be out of date.">
      <p>
        No updates on this deployment since <Time at={state.since} />. Wheelhouse retries every few seconds and shows
        what was last known.
      </p>
    </Notice>
  );
}
