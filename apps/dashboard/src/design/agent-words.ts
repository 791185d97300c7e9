import type { AnalysisStatus, Conclusion, RecommendationStatus, Verdict } from '@wheelhouse/contracts';
import { actionLabels, recommendationKinds } from '@wheelhouse/contracts';
import type { Recommendation } from '../api/agents.ts';
import { objectWords } from './object-words.ts';
import type { Tone } from './status.tsx';

/** The same words and colours wherever an agent tells what it saw, concluded or learned. */

/** action_proposed as people read it: the API's own word. */
export const plainWords = (word: string): string => word.replaceAll('_', ' ');

export const conclusionTone: Readonly<Record<Conclusion, Tone>> = {
  action_proposed: 'note',
  suggestion: 'attention',
  no_rule: 'note',
  recovered: 'ok',
  not_observable: 'unknown',
  not_analysed: 'unknown',
};

export const analysisTone: Readonly<Record<Exclude<AnalysisStatus, 'concluded'>, Tone>> = {
  queued: 'running',
  observing: 'running',
};

export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  cured: 'ok',
  relapsed: 'attention',
  not_cured: 'attention',
  worse: 'failing',
  failed: 'failing',
  not_run: 'note',
  unknown: 'unknown',
};

export const recommendationTone: Readonly<Record<RecommendationStatus, Tone>> = {
  open: 'waiting',
  accepted: 'running',
  dismissed: 'note',
  done: 'ok',
};

/** "Raise a memory limit: Deployment shop/checkout". */
export function recommendationTitle({ kind, object, rule }: Pick<Recommendation, 'kind' | 'object' | 'rule'>): string {
  const words = recommendationKinds[kind];
  if (object !== null) return `${words}: ${objectWords(object)}`;
  return rule === null ? words : `${words}: ${plainWords(rule.name)}, ${actionLabels[rule.action]}`;
}
