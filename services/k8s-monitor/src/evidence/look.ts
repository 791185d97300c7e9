import type { FactPart } from '@wheelhouse/contracts';
import { type ClusterClient, ClusterUnreachable } from '@wheelhouse/kubernetes';
import { withCalls } from './calls.ts';
import { type Looking, nothingTold, type Told } from './looking.ts';
import { lookAtNode } from './look-at-node.ts';
import { lookAtAutoscaler, lookAtBudget } from './look-at-others.ts';
import { lookAtWorkload } from './look-at-pods.ts';
import { isForbidden, type Parts, whyHidden } from './parts.ts';
import type { Sought } from './schema.ts';

/** Calls of the cluster's API for one look, whatever is looked at. */
export const mostCalls = 10;

/** As what the object itself is told. */
const ownParts: Readonly<Partial<Record<Sought['kind'], FactPart>>> = {
  Node: 'node',
  Pod: 'pods',
  PodDisruptionBudget: 'budgets',
  HorizontalPodAutoscaler: 'autoscaler',
};

interface Given {
  readonly parts: Parts;
  readonly at: Date;
  /** In milliseconds: parts that take longer are left out. */
  readonly within: number;
}

/** What the cluster tells of an object just now. Throws where it does not tell of the object itself. */
export async function look(
  client: ClusterClient,
  sought: Sought,
  { parts, at, within }: Given,
  signal: AbortSignal,
): Promise<Told> {
  const late = new AbortController();
  const tooLate = () => new ClusterUnreachable('timeout', `no response within ${Math.round(within / 1_000)} s`);
  const timer = setTimeout(() => late.abort(tooLate()), within);
  const looking: Looking = {
    client: withCalls(client, mostCalls),
    parts,
    at,
    signal,
    partsSignal: AbortSignal.any([signal, late.signal]),
  };
  try {
    return await lookAt(looking, sought);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    // That it may not be seen does not say that it is gone.
    parts.hide(ownParts[sought.kind] ?? 'workload', whyHidden(error));
    return { ...nothingTold, exists: true };
  } finally {
    clearTimeout(timer);
  }
}

function lookAt(looking: Looking, sought: Sought): Promise<Told> {
  switch (sought.kind) {
    case 'Node':
      return lookAtNode(looking, sought.name);
    case 'PodDisruptionBudget':
      return lookAtBudget(looking, sought.namespace, sought.name);
    case 'HorizontalPodAutoscaler':
      return lookAtAutoscaler(looking, sought.namespace, sought.name);
    case 'Deployment':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
    case 'CronJob':
    case 'Pod':
      return lookAtWorkload(looking, sought);
    default:
      throw new RangeError(`nobody looks at ${JSON.stringify(sought satisfies never)}`);
  }
}
