import { type MessageReading, uuidPattern } from '@wheelhouse/contracts';
import type { TenantDb } from '../db/database.ts';

/**
 * A message that is not an event has no number and no source that could be asked again: it is taken from its
 * queue only when its effect, or that it had none, is in the database.
 */
export interface MessageConsumer<Message = unknown> {
  readonly name: string;
  /** A topic exchange; whoever sends and whoever listens declares it. */
  readonly exchange: string;
  /** One for all processes that listen: each message goes to one of them. */
  readonly queue: string;
  /** What is larger is given up unread. */
  readonly largestBytes?: number;
  /** How many messages a process has in hand at once. */
  readonly prefetch?: number;
  /** How often it is tried before it is given up. */
  readonly attempts?: number;
  /** The pause after the first attempt; each is four times the last, and a minute at most. */
  readonly firstPauseMs?: number;
  /** From bytes alone: the same bytes are always read the same way. */
  readonly read: (bytes: Uint8Array) => MessageReading<Message>;
  /**
   * What another module has to say to it first, asked outside any transaction: many messages that each keep a connection
   * while they wait would leave none for the module they ask, where both are in one process.
   */
  readonly before?: (message: Message, tenantId: string) => Promise<void>;
  /**
   * In a transaction of the tenant that the message names; nobody has checked that it may. The same message may
   * come again, also at the same time: a row of the module's own, with the message's key, must make that harmless.
   */
  readonly handle: (db: TenantDb, message: Message, delivery: Delivery) => Promise<void>;
}

export interface Delivery {
  /** As the sender gave it; not every sender does. */
  readonly messageId: string | undefined;
  readonly routingKey: string;
  /** From 1. A process that died with the message in hand is no attempt, unless it was one to try again. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
}

/** For the list of a module, which holds consumers of different messages. */
export function messageConsumer<Message>(consumer: MessageConsumer<Message>): MessageConsumer {
  return consumer as unknown as MessageConsumer;
}

export class MessageRefused extends Error {}

/** Ends the handling of a message for good: nothing of it is kept but the message itself, with this reason. */
export function refuseMessage(reason: string): never {
  throw new MessageRefused(reason);
}

const usual = { largestBytes: 256 * 1024, prefetch: 20, attempts: 8, firstPauseMs: 500 };
const longestPauseMs = 60_000;

export function limitsOf({
  largestBytes = usual.largestBytes,
  prefetch = usual.prefetch,
  attempts = usual.attempts,
}: MessageConsumer) {
  return { largestBytes, prefetch, attempts };
}

export function pauseAfter({ firstPauseMs = usual.firstPauseMs }: MessageConsumer, attempt: number): number {
  return Math.min(firstPauseMs * 4 ** (attempt - 1), longestPauseMs);
}

/** What the bytes say, or why they say nothing; a reader that throws has not understood them. */
export function readingOf(consumer: MessageConsumer, bytes: Uint8Array): MessageReading<unknown> {
  const { largestBytes } = limitsOf(consumer);
  if (bytes.length > largestBytes)
    return { ok: false, reason: `the message has ${bytes.length} bytes; the maximum is ${largestBytes}` };
  try {
    return withIds(consumer.read(bytes));
  } catch (error) {
    return { ok: false, reason: `the message could not be parsed: ${wordsOf(error)}` };
  }
}

const uuid = new RegExp(uuidPattern);

/** A reader may have taken anything for an id; what is none could be neither handled nor written down. */
function withIds(reading: MessageReading<unknown>): MessageReading<unknown> {
  const { tenantId = '', clusterId = '' } = reading;
  const named = {
    ...(uuid.test(tenantId) ? { tenantId: tenantId.toLowerCase() } : {}),
    ...(uuid.test(clusterId) ? { clusterId: clusterId.toLowerCase() } : {}),
  };
  if (!reading.ok) return { ok: false, reason: reading.reason, ...named };
  const { tenantId: id, ...rest } = named;
  if (id === undefined) return { ok: false, reason: 'its tenant is not a UUID', ...rest };
  return { ok: true, message: reading.message, tenantId: id, ...rest };
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
