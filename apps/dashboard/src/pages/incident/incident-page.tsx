import { getRouteApi } from '@tanstack/react-router';
import { isLiveIncident } from '@wheelhouse/contracts';
import { useAnalysesOf } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import type { FeedState } from '../../live/feed.ts';
import { type FollowedIncident, useIncident } from '../../live/use-incident.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { WindowNotices } from '../windows/window-notices.tsx';
import { AboutPart } from './about-part.tsx';
import { AnalysisPart } from './analysis-part.tsx';
import css from './incident-page.module.css';
import { IncidentState } from './incident-state.tsx';
import { IncidentSteps } from './incident-steps.tsx';
import { ProposedPart } from './proposed-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { ScorePart } from './score-part.tsx';
import { TimelinePart } from './timeline-part.tsx';
import { useSteps } from './use-steps.ts';
import { WrongPart } from './wrong-part.tsx';

const route = getRouteApi('/signed-in/incidents/$incidentId');
const above = [{ label: 'Incidents', link: { to: '/incidents' } }] as const;

/** One page says what is broken, since when, for whom, what changed before, what was tried, and what one can do. */
export function IncidentPage() {
  const { incidentId } = route.useParams();
  const { data, state, answered } = useIncident(incidentId);
  const error = state.is === 'refused' ? state.error : null;
  return (
    <LoadedPage of={{ data, error }} kind="incident" above={above}>
      {(followed) => <Known key={followed.incident.id} followed={followed} state={state} onAnswer={answered} />}
    </LoadedPage>
  );
}

interface KnownProps {
  readonly followed: FollowedIncident;
  readonly state: FeedState;
  readonly onAnswer: Parameters<typeof useSteps>[1];
}

function Known({ followed: { incident, entries }, state, onAnswer }: KnownProps) {
  const { byId } = useClusters();
  const cluster = byId.get(incident.cluster_id);
  const steps = useSteps(incident, onAnswer);
  const analyses = useAnalysesOf(incident.id, entries, isLiveIncident(incident.status));
  return (
    <Page
      title={incident.title}
      above={above}
      {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
      state={<IncidentState incident={incident} cluster={cluster} />}
      actions={<IncidentSteps incident={incident} steps={steps} />}
    >
      {(state.is === 'reconnecting' || state.is === 'refused') && <Stale state={state} />}
      {steps.error !== null && <ErrorNotice what={steps.failed} error={steps.error} />}
      <WindowNotices clusterId={incident.cluster_id} />
      <div className={css['columns']}>
        {/* First also on a phone: what waits for a yes, and what was found. */}
        <div className={css['proposed']}>
          <ProposedPart incident={incident} entries={entries} cluster={cluster} analyses={analyses.data?.data} />
          <AnalysisPart incident={incident} entries={entries} query={analyses} />
        </div>
        <div className={css['middle']}>
          <WrongPart incident={incident} entries={entries} cluster={cluster} />
          <ScorePart incident={incident} entries={entries} />
          <TimelinePart incident={incident} entries={entries} onAnswer={onAnswer} />
        </div>
        <div className={css['side']}>
          <AboutPart incident={incident} onAnswer={onAnswer} />
          <ReviewPart incident={incident} onAnswer={onAnswer} />
        </div>
      </div>
    </Page>
  );
}

function Stale({ state }: { readonly state: FeedState }) {
  return (
    <Notice tone="unknown" role="status" title="This may be out of date.">
      <p>
        No updates on this incident since <Time at={state.since} />. Wheelhouse retries every few seconds and shows what
        was last known.
      </p>
    </Notice>
  );
}
