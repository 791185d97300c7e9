import { severities } from '@wheelhouse/contracts';
import type { Recommendation, Rule } from '../../api/agents.ts';
import type { Cluster } from '../../api/clusters.ts';
import { recommendationTitle } from '../../design/agent-words.ts';
import type { Need } from '../need.ts';

const mostRecommendations = 3;

/** What stopped acting by itself: somebody has to see why before it may again. */
export const pausedRuleNeeds = (rules: readonly Rule[]): readonly Need[] =>
  rules.flatMap(({ name, title, paused }): readonly Need[] => {
    if (paused === null) return [];
    return [
      {
        key: `rule ${name}`,
        tone: 'attention',
        word: 'paused',
        what: `The rule “${title}” asks again`,
        next: `${paused.why} Look at what it did, then resume it, or leave it asking.`,
        when: { words: 'for', at: paused.since, as: 'for' },
        link: { to: '/agents', hash: name },
        linkWords: 'See the rule',
      },
    ];
  });

/** Severe enough to be told here; one of low severity waits on its own page. */
export const toldSeverities = 'high,medium';

/** The worst first; the rest in one line: they must not hide what else there is. */
export function recommendationNeeds(
  open: readonly Recommendation[],
  total: number,
  byId: ReadonlyMap<string, Cluster>,
): readonly Need[] {
  const sorted = open.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const shown = sorted.slice(0, mostRecommendations).map((one) => recommendationNeed(one, byId));
  const rest = total - shown.length;
  if (rest <= 0) return shown;
  return [
    ...shown,
    {
      key: 'other recommendations',
      tone: 'note',
      word: 'recommended',
      what: `${rest} more ${rest === 1 ? 'recommendation is' : 'recommendations are'} open`,
      next: 'The ones above are the most severe.',
      when: undefined,
      link: { to: '/agents/recommendations' },
      linkWords: 'See all recommendations',
    },
  ];
}

function recommendationNeed(recommendation: Recommendation, byId: ReadonlyMap<string, Cluster>): Need {
  const { id, cluster_id, object, why, created_at } = recommendation;
  return {
    key: `recommendation ${id}`,
    tone: 'note',
    word: 'recommended',
    what: recommendationTitle(recommendation),
    next: why,
    cluster: byId.get(cluster_id),
    ...(object !== null && { object }),
    when: { words: 'for', at: created_at, as: 'for' },
    link: { to: '/agents/recommendations/$recommendationId', params: { recommendationId: id } },
    linkWords: 'Decide',
  };
}
