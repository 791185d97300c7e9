import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { claimDue, type DueMessage, giveUp, postpone, release } from './held.ts';
import { limitsOf, type MessageConsumer, MessageRefused, pauseAfter, readingOf, wordsOf } from './spec.ts';

export interface RetryOptions {
  readonly schema: string;
  readonly consumers: readonly MessageConsumer[];
  readonly database: Database;
  readonly log: Log;
}

const atOnce = 20;

/** One round: messages that failed before and whose pause is over. */
export async function retryDue(options: RetryOptions): Promise<void> {
  const { schema, consumers, database } = options;
  const names = consumers.map(({ name }) => name);
  const due = await database.system((db) => claimDue(db, schema, names, atOnce));
  await Promise.all(due.map((message) => retry(options, message)));
}

async function retry(options: RetryOptions, message: DueMessage): Promise<void> {
  const { schema, consumers, database } = options;
  const consumer = consumers.find(({ name }) => name === message.consumer);
  if (consumer === undefined) return;
  const { attempts } = limitsOf(consumer);
  // Every attempt ended before it could be told how.
  if (message.attempts > attempts) return giveUpFor(options, message, message.reason);
  const reading = readingOf(consumer, message.body);
  if (!reading.ok) return giveUpFor(options, message, reading.reason);
  try {
    await consumer.before?.(reading.message, reading.tenantId);
    await database.tenant(reading.tenantId, async (db) => {
      if (!(await release(db, schema, message.id))) return;
      await consumer.handle(db, reading.message, {
        messageId: message.message_id ?? undefined,
        routingKey: message.routing_key,
        attempt: message.attempts,
        lastAttempt: message.attempts === attempts,
      });
    });
  } catch (error) {
    if (error instanceof MessageRefused || message.attempts === attempts)
      return giveUpFor(options, message, wordsOf(error));
    options.log.warn({ err: error, consumer: consumer.name, attempt: message.attempts }, 'a message was not handled');
    const pauseMs = pauseAfter(consumer, message.attempts);
    await database.system((db) => postpone(db, schema, message.id, wordsOf(error), pauseMs));
  }
}

async function giveUpFor({ database, schema, log }: RetryOptions, message: DueMessage, reason: string): Promise<void> {
  await database.system((db) => giveUp(db, schema, message.id, reason));
  log.error({ consumer: message.consumer, attempts: message.attempts, reason }, 'gave up on a message');
}
