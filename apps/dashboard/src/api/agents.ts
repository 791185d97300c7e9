import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import type { Action } from './actions.ts';
import type { TimelineEntry } from './incidents.ts';
import { listing, reading } from './reading.ts';

export type Analysis = Schemas['agent-analysis']['Analysis'];
export type Rule = Schemas['agent-analysis']['BuiltInRule'];
export type Evidence = Analysis['evidence'][number];
export type Condition = Analysis['conditions'][number];
export type VerdictRow = Schemas['agent-feedback']['Verdict'];
export type Recommendation = Schemas['agent-recommendation']['Recommendation'];

export const analysesPath = '/agents/analysis/api/v1/analyses';
export const analysisPath = '/agents/analysis/api/v1/analyses/{id}';
export const rulesPath = '/agents/analysis/api/v1/rules';
export const rulePath = '/agents/analysis/api/v1/rules/{name}';
export const observationPath = '/agents/observability/api/v1/observations/{id}';
export const verdictsPath = '/agents/feedback/api/v1/verdicts';
export const verdictPath = '/agents/feedback/api/v1/verdicts/{id}';
export const ratingsPath = '/agents/feedback/api/v1/ratings';
export const recommendationsPath = '/agents/recommendation/api/v1/recommendations';
export const recommendationPath = '/agents/recommendation/api/v1/recommendations/{id}';

/** What the agents tell has no stream: it is read this often while somebody looks. */
export const agentsEveryMs = 5_000;
const goingOnEveryMs = 2_000;
const quietlyEveryMs = 15_000;

export const isConcluded = ({ status }: Pick<Analysis, 'status'>): boolean => status === 'concluded';

/** Where something was seen: why it could not be is nobody's merit. */
export const isWorthRating = ({ conclusion }: Pick<Analysis, 'conclusion'>): boolean =>
  conclusion !== null && conclusion !== 'not_observable' && conclusion !== 'not_analysed';

/** Whether the action came of it. */
export const hasDecided = ({ decision_id }: Analysis, action: Pick<Action, 'decision_id'>): boolean =>
  decision_id !== null && decision_id === action.decision_id;

/** The newest of one incident. Its timeline tells of each that ends, so that one is read at once. */
export function useAnalysesOf(incidentId: string, entries: readonly TimelineEntry[], isLive: boolean) {
  const told = entries.findLast(({ kind }) => kind === 'analysis' || kind === 'suggestion')?.id;
  const query = reading(analysesPath, { query: { incident_id: incidentId, limit: 5 } });
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, told],
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => {
      const newest = data?.data[0];
      if (newest !== undefined && !isConcluded(newest)) return goingOnEveryMs;
      return isLive && quietlyEveryMs;
    },
  });
}

/** What became of the decisions about one incident. */
export function useVerdictsOf(incidentId: string, entries: readonly TimelineEntry[], isLive: boolean) {
  const told = entries.findLast(({ kind }) => kind === 'verdict' || kind === 'action')?.id;
  const query = reading(verdictsPath, { query: { incident_id: incidentId, limit: 20 } });
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, told],
    placeholderData: (before) => before,
    refetchInterval: isLive && quietlyEveryMs,
  });
}

export const rulesQuery = { ...reading(rulesPath, { query: { limit: 200 } }), refetchInterval: agentsEveryMs };

/** Neither decided nor done. */
export const openRecommendations = (query: { readonly severity?: string; readonly limit: number }) =>
  listing(recommendationsPath, { query: { status: 'open', ...query } });
