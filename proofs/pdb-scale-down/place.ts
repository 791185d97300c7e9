import { setTimeout as wait } from 'node:timers/promises';
import { type ClusterClient, isHealthy, podSeen, type RawPod } from '@wheelhouse/kubernetes';
import { eventually } from '@wheelhouse/testkit';
import { budgetsPath, deploymentPath, deploymentsPath, podsPath } from '../../services/action-agent/src/plans/paths.ts';
import type { Condition } from './objects.ts';

export interface PodThere extends RawPod {
  readonly metadata: RawPod['metadata'] & { readonly resourceVersion: string };
  readonly spec: { readonly schedulingGates?: readonly object[]; readonly nodeName?: string };
  readonly status: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

interface Standing {
  readonly metadata: { readonly resourceVersion: string; readonly generation: number };
}

interface BudgetThere extends Standing {
  readonly status?: {
    readonly observedGeneration?: number;
    readonly expectedPods: number;
    readonly currentHealthy: number;
    readonly desiredHealthy: number;
  };
}

interface DeploymentThere extends Standing {
  readonly status?: { readonly observedGeneration?: number; readonly updatedReplicas?: number };
}

/** A namespace at one moment. */
export interface Look {
  readonly pods: readonly PodThere[];
  readonly web: DeploymentThere;
  readonly budget: BudgetThere;
  /** The same for as long as nothing in it has changed. */
  readonly version: string;
}

const patienceMs = 240_000;

async function look(client: ClusterClient, namespace: string): Promise<Look> {
  const [pods, web, budget] = await Promise.all([
    allOf<PodThere>(client, podsPath(namespace)),
    client.get<DeploymentThere>(deploymentPath(namespace, 'web')),
    client.get<BudgetThere>(`${budgetsPath(namespace)}/budget`),
  ]);
  const version = [web, budget, ...pods].map(({ metadata }) => metadata.resourceVersion).join(' ');
  return { pods, web, budget, version };
}

/** Looks until it is as wanted, and has then not changed for so long. */
export async function rested(
  client: ClusterClient,
  namespace: string,
  { forMs, isSo, what }: { readonly forMs: number; readonly isSo: (look: Look) => boolean; readonly what: string },
): Promise<Look> {
  const began = performance.now();
  let since = began;
  let version = '';
  for (;;) {
    const now = performance.now();
    const seen = await look(client, namespace);
    const isThere = isSo(seen);
    // Looked at before `now`, so the time it has rested is never reckoned too long.
    if (seen.version !== version || !isThere) since = performance.now();
    else if (now - since >= forMs) return seen;
    if (isThere && forMs === 0) return seen;
    version = seen.version;
    if (now - began > patienceMs) throw new Error(`${namespace}: ${what} did not come about: ${wordsOf(seen)}`);
    await wait(500);
  }
}

export function isTold({ web, budget, pods }: Look): boolean {
  const healthy = pods.filter((pod) => isHealthy(podSeen(pod))).length;
  return isObserved(web) && isObserved(budget) && budget.status?.currentHealthy === healthy;
}

export function isTerminating({ metadata }: PodThere): boolean {
  return (metadata.deletionTimestamp ?? null) !== null;
}

function isObserved({ metadata, status }: BudgetThere | DeploymentThere): boolean {
  return (status?.observedGeneration ?? 0) >= metadata.generation;
}

function wordsOf({ pods, budget }: Look): string {
  const states = pods.map((pod) => `${pod.status.phase}${isTerminating(pod) ? ' ending' : ''}`);
  return `${states.join(', ') || 'no pods'}; ${JSON.stringify(budget.status)}`;
}

/** Removes what a case before has left. To remove the namespace itself takes Kubernetes many times as long. */
export async function emptied(client: ClusterClient, namespace: string): Promise<void> {
  for (const path of [deploymentsPath(namespace), budgetsPath(namespace)]) {
    for (const { metadata } of await allOf<PodThere>(client, path))
      await client.delete(`${path}/${metadata.name}`, { uid: metadata.uid });
  }
  await eventually(async () => {
    if ((await allOf(client, podsPath(namespace))).length > 0)
      throw new Error(`${namespace}: the pods of the case before were not removed`);
  }, patienceMs);
}

export async function allOf<T>(client: ClusterClient, path: string): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const { items } of client.list<T>(path)) all.push(...items);
  return all;
}
