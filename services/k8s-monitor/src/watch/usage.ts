import { pause } from '@wheelhouse/kit';
import { type ClusterClient, KubernetesError, resources } from '@wheelhouse/kubernetes';
import type { ClusterState } from '../state/cluster-state.ts';
import type { PodFacts, Usage } from '../state/facts.ts';
import type { RawNodeUsage, RawPodUsage } from '../state/raw.ts';
import { noUsage, usageOf } from '../state/usage.ts';

/** After so many attempts in vain nothing is said of usage any more. */
const mostMisses = 3;

/** Asks the metrics API again and again. A cluster need not have one. */
export class UsagePoll {
  /** How many pods of each namespace may use only so much memory: nobody asks what the others use. */
  readonly #limited = new Map<string, number>();
  readonly #client: ClusterClient;
  readonly #state: ClusterState;
  #asked = false;
  #misses = 0;
  #fault: Error | undefined;

  constructor(client: ClusterClient, state: ClusterState) {
    this.#client = client;
    this.#state = state;
  }

  /** It has had an answer, whatever it was. */
  get hasAsked(): boolean {
    return this.#asked;
  }

  get fault(): Error | undefined {
    return this.#fault;
  }

  podChanged(key: string, now: PodFacts | undefined, before: PodFacts | undefined): void {
    const by = isLimited(now) - isLimited(before);
    if (by === 0) return;
    const namespace = key.slice(0, key.indexOf('/'));
    const count = (this.#limited.get(namespace) ?? 0) + by;
    if (count > 0) this.#limited.set(namespace, count);
    else this.#limited.delete(namespace);
  }

  async run(everyMs: number, changed: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#ask(signal);
      this.#asked = true;
      if (signal.aborted) return;
      changed();
      await pause(everyMs, signal);
    }
  }

  async #ask(signal: AbortSignal): Promise<void> {
    try {
      this.#state.setUsage(await this.#read(signal));
      this.#misses = 0;
      this.#fault = undefined;
    } catch (error) {
      this.#misses += 1;
      this.#fault = error instanceof Error ? error : new Error(String(error));
      const isGone = error instanceof KubernetesError && (error.status === 403 || error.status === 404);
      if (isGone || this.#misses >= mostMisses) this.#state.setUsage(noUsage);
    }
  }

  /** A namespace at a time: this API knows no pages, and the pods of a large cluster at once would fill the memory. */
  async #read(signal: AbortSignal): Promise<Usage> {
    const nodes = await this.#client.getAll<RawNodeUsage>(resources.nodeMetrics, signal);
    const pods = new Map<string, number>();
    for (const namespace of this.#limited.keys()) {
      const path = resources.podMetrics.replace(/pods$/, `namespaces/${namespace}/pods`);
      const items = await this.#client.getAll<RawPodUsage>(path, signal);
      for (const [key, used] of usageOf([], items).pods) pods.set(key, used);
    }
    return { nodes: usageOf(nodes, []).nodes, pods };
  }
}

function isLimited(pod: PodFacts | undefined): 0 | 1 {
  return pod !== undefined && pod.memoryLimitKiB > 0 ? 1 : 0;
}
