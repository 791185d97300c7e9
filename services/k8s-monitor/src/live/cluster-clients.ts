import { clusterGuard, type ModuleContext, pause } from '@wheelhouse/kit';
import { type ClusterClient, openCluster } from '@wheelhouse/kubernetes';
import { accessTo } from '../clusters/credentials.ts';
import { selectGeneration } from '../clusters/store.ts';

type Given = Pick<ModuleContext, 'call' | 'database' | 'log'> & {
  readonly settings: Parameters<typeof clusterGuard>[0];
};

/** There is no such cluster any more. */
export class ClusterRemoved extends Error {
  override readonly name = 'ClusterRemoved';
}

interface Kept {
  readonly generation: number;
  readonly client: Promise<ClusterClient>;
  askedAt: number;
}

const requestTimeoutMs = 10_000;
/** Somebody who looks at a page looks again soon; credentials are asked for, and audited, with every new connection. */
const idleMs = 5 * 60_000;
const sweepEveryMs = 10_000;

/**
 * One connection to each cluster that somebody asks about right now, with the credentials it is registered with. Who
 * follows for long asks again and again: that keeps the connection, and finds credentials that changed.
 */
export class ClusterClients {
  readonly #given: Given;
  readonly #guard: ReturnType<typeof clusterGuard>;
  readonly #kept = new Map<string, Kept>();
  #isOver = false;

  constructor(given: Given) {
    this.#given = given;
    this.#guard = clusterGuard(given.settings);
  }

  /** Throws ClusterRemoved, and an Error where platform does not tell the credentials. */
  async clientOf(tenantId: string, clusterId: string, signal: AbortSignal): Promise<ClusterClient> {
    const generation = await this.#given.database.tenant(tenantId, (db) => selectGeneration(db, clusterId));
    signal.throwIfAborted();
    if (generation === undefined) {
      this.#close(clusterId);
      throw new ClusterRemoved('The cluster was removed.');
    }
    const kept = this.#kept.get(clusterId);
    if (kept !== undefined && kept.generation >= generation) {
      kept.askedAt = performance.now();
      return kept.client;
    }
    this.#close(clusterId);
    return this.#open(tenantId, clusterId, generation);
  }

  /** Closes what nobody needs until the signal ends, and everything then. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(sweepEveryMs, signal);
      for (const [id, { askedAt }] of this.#kept) if (performance.now() - askedAt > idleMs) this.#close(id);
    }
    this.#isOver = true;
    for (const id of this.#kept.keys()) this.#close(id);
  }

  #open(tenantId: string, clusterId: string, generation: number): Promise<ClusterClient> {
    if (this.#isOver) throw new Error('the clients of clusters are closed');
    const { lookup, whyNotHost } = this.#guard;
    // Not by the signal of the first who asks: others wait for it too.
    const client = accessTo(this.#given.call, tenantId, clusterId, AbortSignal.timeout(requestTimeoutMs)).then(
      (access) => openCluster(access, { userAgent: 'wheelhouse-k8s-monitor', lookup, whyNotHost, requestTimeoutMs }),
    );
    this.#kept.set(clusterId, { generation, client, askedAt: performance.now() });
    // What was not opened is not kept.
    client.catch(() => {
      if (this.#kept.get(clusterId)?.client === client) this.#kept.delete(clusterId);
    });
    return client;
  }

  #close(clusterId: string): void {
    const kept = this.#kept.get(clusterId);
    if (kept === undefined) return;
    this.#kept.delete(clusterId);
    kept.client
      .then((client) => client.close())
      .catch((error: unknown) => this.#given.log.debug({ err: error }, 'a connection was not closed'));
  }
}
