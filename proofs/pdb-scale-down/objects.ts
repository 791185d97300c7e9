import type { LiveCase } from './cases.ts';

/** What a live case puts into its namespace. */

const behaviour = 'wheelhouse.dev/behaviour';
const gates = [{ name: 'wheelhouse.dev/not-yet' }];

export function budgetObject({ budget }: LiveCase): object {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'budget' },
    spec: { ...budget, selector: { matchLabels: { team: 'shop' } } },
  };
}

export function deploymentObject(name: string, replicas: number, { rollout }: LiveCase, isGated = false): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      ...(rollout && { strategy: rollout }),
      template: {
        metadata: { labels: { app: name, team: 'shop' } },
        spec: {
          terminationGracePeriodSeconds: 1,
          automountServiceAccountToken: false,
          containers: [{ name: 'main', image: 'registry.example/main:1' }],
          ...(isGated && { schedulingGates: gates }),
        },
      },
    },
  };
}

/** Pods of this template never get ready. */
export const brokenTemplate = { spec: { template: { metadata: { annotations: { [behaviour]: 'unready' } } } } };

/** A pod that may go to a node. */
export const placed = { spec: { schedulingGates: null } };

export interface Condition {
  readonly type: string;
  readonly status: string;
}

/** A running pod that is not ready any more: KWOK leaves it at that. A merge patch replaces the whole list. */
export function notReady(conditions: readonly Condition[]): object {
  const isReadiness = (type: string) => type === 'Ready' || type === 'ContainersReady';
  return {
    status: {
      conditions: conditions.map((each) => (isReadiness(each.type) ? { ...each, status: 'False' } : each)),
    },
  };
}
