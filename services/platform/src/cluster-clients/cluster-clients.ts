import { clusterGuard, effect, type ModuleContext, pause, SealedSecretError } from '@wheelhouse/kit';
import { type ClusterClient, openCluster } from '@wheelhouse/kubernetes';
import { deployAccessOf } from '../clusters/deploy-access.ts';
import { type ClusterRow, selectCluster } from '../clusters/store.ts';

type Given = Pick<ModuleContext, 'database' | 'secrets' | 'log'> & {
  readonly settings: Parameters<typeof clusterGuard>[0];
};

/** Why there is no client of a cluster, however well it responds. */
export class NoClusterClient extends Error {
  override readonly name = 'NoClusterClient';
  readonly reason: 'cluster_removed' | 'credentials_unreadable';

  constructor(reason: NoClusterClient['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface OpenedCluster {
  /** Closed when other credentials come, the cluster is removed, or nobody has asked for it for five minutes. */
  readonly client: ClusterClient;
  /** As it was a moment ago: whether it responds and can be deployed to is for the caller to judge. */
  readonly cluster: ClusterRow;
}

interface Kept {
  readonly tenantId: string;
  readonly generation: number;
  readonly client: ClusterClient;
  askedAt: number;
}

/** Shorter than the leases of whoever writes to clusters. */
const requestTimeoutMs = 10_000;
const idleMs = 5 * 60_000;
const sweepEveryMs = 10_000;

/**
 * One connection to each cluster that is deployed to, with its deploy credentials. Asking costs one read of a row, so
 * whoever works for long asks again before every step: that keeps the connection, and finds credentials that changed.
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

  /** Throws NoClusterClient; what the cluster itself answers comes from the client's own calls. */
  async clientOf(tenantId: string, clusterId: string, signal?: AbortSignal): Promise<OpenedCluster> {
    const cluster = await this.#given.database.tenant(tenantId, (db) => selectCluster(db, clusterId));
    signal?.throwIfAborted();
    if (cluster === undefined) {
      this.#close(clusterId);
      throw new NoClusterClient('cluster_removed', 'The cluster was removed.');
    }
    return { client: this.#open(tenantId, cluster), cluster };
  }

  /** Closes what nobody needs until the signal ends, and everything then; for routes, beside them. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await pause(sweepEveryMs, signal);
        if (!signal.aborted) await this.#sweep();
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#isOver = true;
    const clients = [...this.#kept.values()].map(({ client }) => client);
    this.#kept.clear();
    await Promise.all(clients.map((client) => client.close()));
  }

  #open(tenantId: string, cluster: ClusterRow): ClusterClient {
    if (this.#isOver) throw new Error('the clients of clusters are closed');
    const kept = this.#kept.get(cluster.id);
    // A row that was read before the last change of credentials may come in after it.
    if (kept !== undefined && kept.generation >= cluster.generation) {
      kept.askedAt = performance.now();
      return kept.client;
    }
    this.#close(cluster.id);
    const { lookup, whyNotHost } = this.#guard;
    const options = { userAgent: 'wheelhouse-platform', lookup, whyNotHost, requestTimeoutMs, observeWrite: effect };
    const client = openCluster(this.#accessOf(tenantId, cluster), options);
    const { generation } = cluster;
    this.#kept.set(cluster.id, { tenantId, generation, client, askedAt: performance.now() });
    return client;
  }

  #accessOf(tenantId: string, cluster: ClusterRow): ReturnType<typeof deployAccessOf> {
    try {
      return deployAccessOf(this.#given.secrets, tenantId, cluster);
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
      throw new NoClusterClient('credentials_unreadable', 'The credentials of the cluster cannot be read.', error);
    }
  }

  #close(clusterId: string): void {
    const kept = this.#kept.get(clusterId);
    if (kept === undefined) return;
    this.#kept.delete(clusterId);
    kept.client.close().catch((error: unknown) => this.#given.log.warn({ err: error }, 'a connection was not closed'));
  }

  async #sweep(): Promise<void> {
    const { database, log } = this.#given;
    for (const [id, { tenantId, generation, askedAt }] of this.#kept) {
      if (performance.now() - askedAt > idleMs) {
        this.#close(id);
        continue;
      }
      const row = await database
        .tenant(tenantId, (db) => selectCluster(db, id))
        .catch((error: unknown) => {
          log.warn({ err: error, cluster_id: id }, 'could not read whether a connection is still needed');
          return { generation };
        });
      if (row === undefined || row.generation > generation) this.#close(id);
    }
  }
}

/** For a worker: what it opens is closed when its work has ended. */
export async function withClusterClients(
  given: Given,
  work: (clients: ClusterClients) => Promise<void>,
): Promise<void> {
  const clients = new ClusterClients(given);
  const over = new AbortController();
  const sweeping = clients.run(over.signal);
  try {
    await work(clients);
  } finally {
    over.abort();
    await sweeping;
  }
}
