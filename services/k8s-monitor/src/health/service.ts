import { refuse } from '@wheelhouse/kit';
import { healthText, isObserved, mergedHealth } from './told.ts';
import type { HealthRow } from './store.ts';

/** The health of these clusters as JSON, or the refusal that says why there is none. */
export function healthOf(rows: readonly HealthRow[], isOfOne: boolean, now: Date): string {
  if (rows.length === 0) refuse('not_found', isOfOne ? {} : { message: noCluster });
  const observed = rows.filter(isObserved);
  const [first] = observed;
  if (first === undefined) refuseUnobserved(rows);
  return rows.length === 1 ? healthText(first, now) : JSON.stringify(mergedHealth(rows, observed, now));
}

export const noCluster =
  'No cluster is registered. Next step: register one with POST /platform/api/v1/clusters (scope admin).';

function refuseUnobserved(rows: readonly HealthRow[]): never {
  const fault = rows.find((row) => row.fault !== null)?.fault;
  const which = rows.length === 1 ? 'The cluster has' : `The ${rows.length} clusters have`;
  return refuse('unavailable', {
    message:
      fault === undefined || fault === null
        ? `${which} not been observed yet. Next step: try again in a few seconds.`
        : `${which} never been observed: ${fault}.`,
    headers: { 'retry-after': '5' },
  });
}
