import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, giveBack, type Lease, makeLog, openDatabase, takeLease } from '@wheelhouse/kit';
import { type ClusterAccess, type ClusterClient, openCluster } from '@wheelhouse/kubernetes';
import { type Kube, moduleDatabase, openKube } from '@wheelhouse/testkit';
import { drain } from '../src/drain/drain.ts';
import { actionAgentModule } from '../src/module.ts';
import type { ActionRow } from '../src/records/row.ts';
import { selectAction } from '../src/records/store.ts';
import { apply } from '../src/worker/apply.ts';
import { Over, RunningAction } from '../src/worker/running-action.ts';
import type { PodObject } from './drain-objects.ts';
import { writeAction } from './write-action.ts';

const schema = 'action_agent';

/** A request to evict, and how it was answered. */
export interface Asked {
  readonly pod: string;
  readonly uid: string;
  /** Seconds since the drain began. */
  readonly at: number;
  readonly status: number;
}

/** What a test has happen while a drain runs. */
export interface Happenings {
  /** In seconds from its beginning; time stands still meanwhile. */
  readonly at?: Readonly<Record<number, (id: string) => Promise<void>>>;
  /** Whenever a second has passed. */
  readonly each?: (seconds: number) => Promise<void>;
  /** How much faster than real its waits are; what the cluster does by itself is not faster, and is waited for. */
  readonly speed?: number;
  /** No pod ends by itself, so that nobody need wait for it. */
  readonly isStuck?: boolean;
  readonly access?: ClusterAccess;
  /** Whenever it is about to list the pods of its node. */
  readonly beforeList?: () => Promise<void>;
  /** Whenever it is about to request an eviction, or has just been answered. */
  readonly beforeEviction?: (pod: string) => Promise<void>;
  readonly afterEviction?: (pod: string) => Promise<void>;
  readonly more?: Partial<ActionRow>;
  /** In place of a new action: one that another worker has left. */
  readonly id?: string;
}

export interface Drained {
  readonly row: ActionRow;
  readonly asked: readonly Asked[];
  /** What it took, in its own time. */
  readonly seconds: number;
}

/** Drains as a worker does, on the real API server, under a clock that runs with the drain's own waits. */
export interface DrainHouse {
  readonly kube: Kube;
  readonly db: Database;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly drain: (node: string, happenings?: Happenings) => Promise<Drained>;
  readonly stop: () => Promise<void>;
}

export async function startDrains(): Promise<DrainHouse> {
  const own = await moduleDatabase([actionAgentModule]);
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: own.url, connections: 4, applicationName: 'test', log });
  const kube = openKube();
  const [tenantId, clusterId] = [randomUUID(), randomUUID()];
  const house = { kube, db, tenantId, clusterId };
  return {
    ...house,
    drain: (node, happenings = {}) => drained(house, node, happenings),
    stop: async () => {
      await kube.close();
      await db.end();
      await own.drop();
    },
  };
}

type House = Pick<DrainHouse, 'kube' | 'db' | 'tenantId' | 'clusterId'>;

async function drained(house: House, node: string, happenings: Happenings): Promise<Drained> {
  const { db, tenantId, kube } = house;
  const began = Date.now();
  const id = happenings.id ?? (await writeDrain(house, node, new Date(began), happenings.more));
  const time = new VirtualTime(id, began, happenings, () => hasEnding(kube, node));
  const client = openCluster(happenings.access ?? kube.access, {
    userAgent: 'wheelhouse-test',
    requestTimeoutMs: 5_000,
  });
  const asked: Asked[] = [];
  const given = watch(client, asked, () => (time.now().getTime() - began) / 1000, happenings);
  const lease = await db.system((system) => takeLease(system, schema, `target ${id}`, randomUUID(), 600));
  if (lease === undefined) throw new Error('nobody else is here');
  try {
    await carryOut(house, id, given, lease, time).catch((error: unknown) => {
      if (!(error instanceof Over)) throw error;
    });
  } finally {
    await db.system((system) => giveBack(system, schema, lease));
    await client.close();
  }
  const row = await db.tenant(tenantId, (tenant) => selectAction(tenant, id));
  if (row === undefined) throw new Error('the action is gone');
  return { row, asked, seconds: (time.now().getTime() - began) / 1000 };
}

export function writeDrain(
  { db, tenantId, clusterId }: House,
  node_name: string,
  now: Date,
  more: Partial<ActionRow> = {},
): Promise<string> {
  return writeAction(db, tenantId, now, {
    cluster_id: clusterId,
    action: 'drain_node',
    target: { node_name },
    status: 'executing',
    origin: 'manual',
    decision_id: null,
    started_at: now,
    expires_at: null,
    ...more,
  });
}

async function carryOut(
  house: House,
  id: string,
  client: ClusterClient,
  lease: Lease,
  time: VirtualTime,
): Promise<void> {
  const { db, tenantId, clusterId } = house;
  const row = await db.tenant(tenantId, (tenant) => selectAction(tenant, id));
  if (row === undefined) throw new Error('there is no such action');
  const workerCluster = { clusterId, tenantId, client, missingRights: [] };
  const { signal } = new AbortController();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a drain needs of it
  const context = {
    database: db,
    schema,
    clock: time,
    settings: { CANARY_ENABLED: false, EXTERNAL_URL: 'https://wheelhouse.example.test' },
    emit: async () => undefined,
    emitMessage: async () => undefined,
  } as unknown as ConstructorParameters<typeof RunningAction>[0];
  const running = new RunningAction(context, { workerCluster, row, lease, signal });
  if (row.effect !== 'accepted') await apply(running, 'it');
  await drain(running, (milliseconds) => time.pass(milliseconds));
}

function watch(client: ClusterClient, asked: Asked[], at: () => number, happenings: Happenings): ClusterClient {
  const watched: ClusterClient = {
    ...client,
    as: () => watched,
    list: async function* <T>(path: string, options: Parameters<ClusterClient['list']>[1] = {}) {
      if (options.fieldSelector !== undefined) await happenings.beforeList?.();
      yield* client.list<T>(path, options);
    },
    evict: async (namespace, pod, options) => {
      await happenings.beforeEviction?.(pod);
      const sent = { pod, uid: options.uid, at: at() };
      try {
        await client.evict(namespace, pod, options);
        asked.push({ ...sent, status: 201 });
      } catch (error) {
        asked.push({ ...sent, status: statusOf(error) });
        throw error;
      }
      await happenings.afterEviction?.(pod);
    },
  };
  return watched;
}

async function hasEnding({ client }: Kube, node: string): Promise<boolean> {
  const query = { fieldSelector: `spec.nodeName=${node}` };
  const { items } = await client.get<{ items: readonly PodObject[] }>('/api/v1/pods', query);
  return items.some(({ metadata }) => metadata.deletionTimestamp !== undefined);
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error ? Number(error.status) : 0;
}

/** Passes when the drain waits, and then faster than real. */
class VirtualTime {
  readonly #id: string;
  readonly #began: number;
  readonly #happenings: Happenings;
  readonly #isEnding: () => Promise<boolean>;
  #ms = 0;

  constructor(id: string, began: number, happenings: Happenings, isEnding: () => Promise<boolean>) {
    this.#isEnding = isEnding;
    this.#id = id;
    this.#began = began;
    this.#happenings = happenings;
  }

  now(): Date {
    return new Date(this.#began + this.#ms);
  }

  async pass(milliseconds: number): Promise<void> {
    const { at = {}, each, speed = 25, isStuck = false } = this.#happenings;
    const until = this.#ms + milliseconds;
    await sleep(milliseconds / (!isStuck && (await this.#isEnding()) ? Math.min(speed, 2) : speed));
    for (let second = Math.floor(this.#ms / 1000) + 1; second * 1000 <= until; second += 1) {
      this.#ms = second * 1000;
      await at[second]?.(this.#id);
      await each?.(second);
    }
    this.#ms = until;
  }
}
