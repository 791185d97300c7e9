import { setTimeout as wait } from 'node:timers/promises';
import { type ClusterClient, isHealthy, podSeen, type RawPod } from '@wheelhouse/kubernetes';
import { budgetsPath, deploymentPath, deploymentsPath, podsPath } from '../../services/action-agent/src/plans/paths.ts';
import type { Condition } from './live-objects.ts';

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

export class NotInTime extends Error {}

/** The namespace of one case. */
export class LivePlace {
  readonly client: ClusterClient;
  readonly namespace: string;
  readonly #until: number;

  constructor(client: ClusterClient, namespace: string, until: number) {
    this.client = client;
    this.namespace = namespace;
    this.#until = until;
  }

  async look(): Promise<Look> {
    const [pods, web, budget] = await Promise.all([
      allOf<PodThere>(this.client, podsPath(this.namespace)),
      this.client.get<DeploymentThere>(deploymentPath(this.namespace, 'web')),
      this.client.get<BudgetThere>(`${budgetsPath(this.namespace)}/budget`),
    ]);
    const version = [web, budget, ...pods].map(({ metadata }) => metadata.resourceVersion).join(' ');
    return { pods, web, budget, version };
  }

  /** Looks until it is as wanted, and has then not changed for so long. */
  async rested(forMs: number, isSo: (look: Look) => boolean, what: string): Promise<Look> {
    let since = performance.now();
    let version = '';
    for (;;) {
      const now = performance.now();
      const look = await this.look();
      const isThere = isSo(look);
      // Looked at before `now`, so the time it has rested is never reckoned too long.
      if (look.version !== version || !isThere) since = performance.now();
      else if (now - since >= forMs) return look;
      if (isThere && forMs === 0) return look;
      version = look.version;
      if (now > this.#until) throw new NotInTime(`${this.namespace}: ${what} did not come about: ${wordsOf(look)}`);
      await wait(500);
    }
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
export async function emptied(client: ClusterClient, namespace: string, until: number): Promise<void> {
  for (const path of [deploymentsPath(namespace), budgetsPath(namespace)]) {
    for (const { metadata } of await allOf<PodThere>(client, path))
      await client.delete(`${path}/${metadata.name}`, { uid: metadata.uid });
  }
  while ((await allOf(client, podsPath(namespace))).length > 0) {
    if (performance.now() > until) throw new NotInTime(`${namespace}: the pods of the case before were not removed`);
    await wait(500);
  }
}

export async function allOf<T>(client: ClusterClient, path: string): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const { items } of client.list<T>(path)) all.push(...items);
  return all;
}
