import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AnalysisStatus, ConclusionPart } from '../../agents/conclusion.tsx';
import { DecidedPart } from '../../agents/decided-part.tsx';
import { Rating } from '../../agents/rating.tsx';
import { actionPath } from '../../api/actions.ts';
import {
  agentsEveryMs,
  type Analysis,
  analysisPath,
  isConcluded,
  isWorthRating,
  verdictsPath,
} from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { objectWords } from '../../design/object-words.ts';
import { Page, Section } from '../../design/page.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { IncidentLink } from '../incident/incident-link.tsx';
import css from './analysis-page.module.css';

const route = getRouteApi('/signed-in/agents/analyses/$analysisId');
const above = [
  { label: 'Agents', link: { to: '/agents' } },
  { label: 'Analyses', link: { to: '/agents/analyses' } },
] as const;

/** One look at one incident, as it was concluded then. */
export function AnalysisPage() {
  const { analysisId } = route.useParams();
  const query = useQuery({
    ...reading(analysisPath, { params: { id: analysisId } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || !isConcluded(data)) && agentsEveryMs,
  });
  return (
    <LoadedPage of={query} kind="analysis" above={above}>
      {(analysis) => <Known key={analysis.id} analysis={analysis} />}
    </LoadedPage>
  );
}

function Known({ analysis }: { readonly analysis: Analysis }) {
  const { byId } = useClusters();
  const { object, cluster_id, incident_id, decision_id } = analysis;
  const cluster = byId.get(cluster_id);
  const { data: found } = useQuery({
    ...reading(verdictsPath, { query: { incident_id, limit: 20 } }),
    enabled: decision_id !== null,
  });
  const verdict = found?.data.find((one) => one.decision_id === decision_id);
  const { data: action } = useQuery({
    ...reading(actionPath, { params: { id: verdict?.action_id ?? '' } }),
    enabled: verdict !== undefined,
  });
  return (
    <Page
      title={object === null ? 'Analysis of an incident' : `Analysis of ${objectWords(object)}`}
      above={above}
      {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
      state={
        <>
          <AnalysisStatus analysis={analysis} />
          <span>
            for <IncidentLink id={incident_id} />
          </span>
          {object !== null && <ObjectChip object={object} clusterId={cluster_id} />}
          {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
        </>
      }
    >
      <Section title="What was found">
        <div className={css['analysis']}>
          <ConclusionPart
            analysis={analysis}
            decided={<DecidedPart analysis={analysis} action={action} verdict={verdict} />}
          />
          {isWorthRating(analysis) && <Rating analysisId={analysis.id} />}
        </div>
      </Section>
    </Page>
  );
}
