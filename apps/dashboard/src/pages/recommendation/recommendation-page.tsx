import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { agentsEveryMs, type Recommendation, recommendationPath } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { recommendationTitle, recommendationTone } from '../../design/agent-words.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { gravityTone } from '../../design/incident-words.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { Decided } from './decided.tsx';
import css from './recommendation-page.module.css';
import { RecommendationSteps } from './recommendation-steps.tsx';

const route = getRouteApi('/signed-in/agents/recommendations/$recommendationId');
const above = [
  { label: 'Agents', link: { to: '/agents' } },
  { label: 'Recommendations', link: { to: '/agents/recommendations' } },
] as const;

/** One thing that would spare the next incident: why, and how it is done. */
export function RecommendationPage() {
  const { recommendationId } = route.useParams();
  const query = useQuery({
    ...reading(recommendationPath, { params: { id: recommendationId } }),
    refetchInterval: agentsEveryMs,
  });
  return (
    <LoadedPage of={query} kind="recommendation" above={above}>
      {(recommendation) => <Known key={recommendation.id} recommendation={recommendation} />}
    </LoadedPage>
  );
}

function Known({ recommendation }: { readonly recommendation: Recommendation }) {
  const { byId } = useClusters();
  const { kind, severity, status, cluster_id, object, rule, why, how, created_at, seen_at } = recommendation;
  const cluster = byId.get(cluster_id);
  return (
    <Page
      title={recommendationTitle(recommendation)}
      above={above}
      {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
      state={
        <>
          <Status tone={gravityTone[severity]}>{severity}</Status>
          <Status tone={recommendationTone[status]}>{status}</Status>
          <span className="quiet">
            since <Time at={created_at} />, last seen <Time at={seen_at} />
          </span>
          {object !== null && <ObjectChip object={object} clusterId={cluster_id} />}
          {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
        </>
      }
      actions={<RecommendationSteps recommendation={recommendation} />}
    >
      <Decided recommendation={recommendation} />
      <div className={css['text']}>
        <Section title="Why">
          <p className="name">{why}</p>
        </Section>
        <Section title="How">
          <p className="name">{how}</p>
          {(kind === 'autonomy_up' || kind === 'autonomy_down') && (
            <p>
              Autonomy is set under{' '}
              <Link to="/actions/autonomy" search={{ cluster_id }}>
                Autonomy
              </Link>
              , beside how actions went.
              {rule !== null && (
                <>
                  {' '}
                  The{' '}
                  <Link to="/agents/verdicts" search={{ rule_id: rule.rule_id, cluster_id }}>
                    verdicts
                  </Link>{' '}
                  on what it proposed are what its record is made of.
                </>
              )}
            </p>
          )}
        </Section>
      </div>
    </Page>
  );
}
