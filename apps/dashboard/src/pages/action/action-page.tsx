import { getRouteApi } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { type Action, useWorker } from '../../api/actions.ts';
import { useClusters } from '../../api/clusters.ts';
import { actionWords } from '../../design/action-words.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { Waiting } from '../../design/waiting.tsx';
import type { FeedState } from '../../live/feed.ts';
import { useAction } from '../../live/use-action.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import css from './action-page.module.css';
import { ActionState } from './action-state.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { FactsPart } from './facts-part.tsx';
import { OutcomePart } from './outcome-part.tsx';
import { PlanPart } from './plan-part.tsx';
import { ProgressPart } from './progress-part.tsx';
import { WhyPart } from './why-part.tsx';
import { WorkerNotice } from './worker-notice.tsx';

const route = getRouteApi('/house/actions/$actionId');
const above = [{ label: 'Actions', link: { to: '/actions' } }] as const;

/** One action, one address for its whole life: what would change, then how far it is, then how it ended. */
export function ActionPage() {
  const { actionId } = route.useParams();
  const { data: action, state } = useAction(actionId);
  const error = state.is === 'refused' ? state.error : null;
  if (isApiError(error) && (error.status === 404 || error.code === 'invalid_request')) return <NotFoundPage />;
  if (action !== undefined) return <Known action={action} state={state} />;
  return (
    <Page title="Action" above={above}>
      {error === null ? (
        <Waiting what="the action" />
      ) : (
        <ErrorNotice what="The action could not be read" error={error} />
      )}
    </Page>
  );
}

function Known({ action, state }: { readonly action: Action; readonly state: FeedState }) {
  const { byId } = useClusters();
  const cluster = byId.get(action.cluster_id);
  const isOpen = action.finished_at === null;
  const worker = useWorker(action.cluster_id, isOpen);
  return (
    <div className={css['whole']}>
      <Page
        title={actionWords(action)}
        above={above}
        {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
        state={<ActionState action={action} cluster={cluster} />}
      >
        {(state.is === 'reconnecting' || state.is === 'refused') && <Stale state={state} />}
        <WorkerNotice worker={worker} status={action.status} />
        {action.status === 'executing' && <ProgressPart action={action} />}
        <OutcomePart action={action} />
        <div className={css['columns']}>
          <Section title={planTitle(action)}>
            {action.plan === null ? (
              <NoPlan isOpen={isOpen} />
            ) : (
              <PlanPart plan={action.plan} isPast={action.status !== 'pending_approval'} />
            )}
          </Section>
          <div className={css['side']}>
            <WhyPart action={action} />
            <FactsPart action={action} />
          </div>
        </div>
      </Page>
      <DecisionBar action={action} cluster={cluster} />
    </div>
  );
}

function planTitle({ status }: Action): string {
  if (status === 'pending_approval') return 'What will change';
  return status === 'executing' ? 'What it changes' : 'What was planned';
}

function Stale({ state }: { readonly state: FeedState }) {
  return (
    <Notice tone="unknown" role="status" title="This may be old.">
      <p>
        Nothing was heard of the action since <Time at={state.since} />. It is asked for again every few seconds; what
        was last known stays here.
      </p>
    </Notice>
  );
}

function NoPlan({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <p className="quiet">
      {isOpen
        ? 'Its plan will be here as soon as the worker of the cluster has made it.'
        : 'It ended before a plan was made.'}
    </p>
  );
}
