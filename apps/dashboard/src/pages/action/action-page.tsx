import { getRouteApi } from '@tanstack/react-router';
import { type Action, useWorker } from '../../api/actions.ts';
import { useClusters } from '../../api/clusters.ts';
import { actionWords } from '../../design/action-words.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import type { FeedState } from '../../live/feed.ts';
import { useAction } from '../../live/use-action.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import css from './action-page.module.css';
import { ActionState } from './action-state.tsx';
import { CanaryPart } from './canary-part.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DrainPart } from './drain-part.tsx';
import { FactsPart } from './facts-part.tsx';
import { OutcomePart } from './outcome-part.tsx';
import { PlanPart } from './plan-part.tsx';
import { ProgressPart } from './progress-part.tsx';
import { WhyPart } from './why-part.tsx';
import { WorkerNotice } from './worker-notice.tsx';

const route = getRouteApi('/signed-in/actions/$actionId');
const above = [{ label: 'Actions', link: { to: '/actions' } }] as const;

/** One action, one address for its whole life: what would change, then how far it is, then how it ended. */
export function ActionPage() {
  const { actionId } = route.useParams();
  const { data, state } = useAction(actionId);
  const error = state.is === 'refused' ? state.error : null;
  return (
    <LoadedPage of={{ data, error }} kind="action" above={above}>
      {(action) => <Known action={action} state={state} />}
    </LoadedPage>
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
        {action.details.canary !== undefined && <CanaryPart action={action} canary={action.details.canary} />}
        {action.details.drain !== undefined && <DrainPart action={action} drain={action.details.drain} />}
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
    <Notice tone="unknown" role="status" title="This may be out of date.">
      <p>
        No updates on this action since <Time at={state.since} />. Wheelhouse retries every few seconds and shows what
        was last known.
      </p>
    </Notice>
  );
}

function NoPlan({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <p className="quiet">
      {isOpen
        ? 'The plan appears here as soon as the cluster’s worker has made it.'
        : 'It ended before a plan was made.'}
    </p>
  );
}
