import type { IntOrPercent } from './raw.ts';

/** How many pods an update may take away at a time, resolved and rounded as each of Kubernetes' controllers does it. */

function scaled(value: IntOrPercent, of: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  const percent = Number(value.replace('%', ''));
  return Number.isNaN(percent) ? 0 : round((percent * of) / 100);
}

/** Down for those away, up for those on top; where both come to nothing, one may be away, or no update would move. */
export function deploymentAllowance(
  replicas: number,
  given: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent } = {},
): number {
  const away = scaled(given.maxUnavailable ?? '25%', replicas, Math.floor);
  const surge = scaled(given.maxSurge ?? '25%', replicas, Math.ceil);
  return away === 0 && surge === 0 ? 1 : away;
}

/** Down, but never less than one. */
export function statefulSetAllowance(replicas: number, given: { readonly maxUnavailable?: IntOrPercent } = {}): number {
  return Math.max(1, scaled(given.maxUnavailable ?? 1, replicas, Math.floor));
}

/** Up. With a surge none is away. */
export function daemonSetAllowance(
  nodes: number,
  given: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent } = {},
): number {
  const surge = scaled(given.maxSurge ?? 0, nodes, Math.ceil);
  return scaled(given.maxUnavailable ?? (surge > 0 ? 0 : 1), nodes, Math.ceil);
}
