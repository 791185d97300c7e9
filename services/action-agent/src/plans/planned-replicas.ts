import type { Plan } from './plan-schema.ts';

/** The replica counts of a plan to scale, which are numbers: null would be taken for 1 by the API server. */
export function plannedReplicas({ changes }: Plan): { readonly before: number; readonly after: number } {
  const { before, after } = changes.find(({ field }) => field === 'spec.replicas') ?? {};
  if (!isCount(before) || !isCount(after)) throw new RangeError('A plan to scale does not say how many replicas');
  return { before, after };
}

export function isScaleUp(plan: Plan): boolean {
  if (plan.action !== 'scale_deployment' || plan.changes.length === 0) return false;
  const { before, after } = plannedReplicas(plan);
  return after > before;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
