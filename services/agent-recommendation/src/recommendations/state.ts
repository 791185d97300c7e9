import type { RecommendationStatus } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';

/** What people do with one. That it is done, or open again after its date, time and its cause alone say. */
const steps = {
  accept: { from: ['open'], to: 'accepted', done: 'accepted' },
  dismiss: { from: ['open', 'accepted'], to: 'dismissed', done: 'dismissed' },
} as const satisfies Readonly<
  Record<string, { from: readonly RecommendationStatus[]; to: RecommendationStatus; done: string }>
>;

export type RecommendationStep = keyof typeof steps;

/** The status after a step; refuses one that cannot be taken, and names both. */
export function nextStatus(status: RecommendationStatus, step: RecommendationStep): RecommendationStatus {
  const { from, to, done } = steps[step];
  if (from.some((one) => one === status)) return to;
  return refuse('invalid_state', {
    message: `The recommendation is ${status}: it cannot be ${done}. Only one that is ${from.join(' or ')} can.`,
  });
}
