import type { Database, TenantDb } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Broker } from './broker.ts';
import type { EventSubject, OutgoingEvent } from './outbox.ts';

/**
 * A consumer handles each event once: its number is written in the transaction of its effect. What
 * the broker lost is noticed by the numbers and asked for again from the source.
 */
export interface ConsumerSpec {
  readonly name: string;
  readonly source: string;
  readonly types: readonly string[];
  readonly prefetch?: number;
  readonly handle: (db: TenantDb, event: ReceivedEvent) => Promise<void>;
  /**
   * Where many events of one tenant cost little more than one. Those of a batch that fails come to `handle`, each alone.
   * What is brought again before the watermark has passed over it comes again: the batch's `handle` tells by what it
   * has written that there is nothing left to do.
   */
  readonly batch?: {
    readonly handle: (db: TenantDb, events: readonly ReceivedEvent[]) => Promise<void>;
    readonly most: number;
    /** How long the first of a batch waits for others. */
    readonly gatherMs: number;
  };
  /** Called after what was handled is committed. */
  readonly onHandled?: () => void;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly tenant_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The bytes as they were written, for those who pass them on. */
  readonly body: string;
  readonly subject?: EventSubject;
}

export const defaultPrefetch = 20;

export type Replay = (
  source: string,
  type: string,
  after: number,
) => Promise<{ readonly events: readonly OutgoingEvent[]; readonly oldest: number | null }>;

export interface ConsumerOptions {
  readonly module: string;
  readonly schema: string;
  readonly spec: ConsumerSpec;
  readonly database: Database;
  readonly broker: Broker;
  readonly replay: Replay;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How long it may stay behind an announced head before it asks for a replay. */
  readonly patienceMs?: number;
  readonly compactEveryMs?: number;
}

/** What becomes of a message: handled or given up, or not now. */
export type Taken = 'ack' | 'requeue';

export type Take = (event: OutgoingEvent) => Promise<Taken>;

export function queueOf({ module, spec }: Pick<ConsumerOptions, 'module' | 'spec'>): string {
  return `${module}.${spec.name}`;
}

export function receivedFrom({ body, headers }: OutgoingEvent): ReceivedEvent {
  const { cluster, cloudspace } = headers;
  const subject = {
    ...(cluster === undefined ? {} : { clusterId: cluster }),
    ...(cloudspace === undefined ? {} : { cloudspaceId: cloudspace }),
  };
  return { ...(JSON.parse(body) as Omit<ReceivedEvent, 'body'>), body, subject };
}
