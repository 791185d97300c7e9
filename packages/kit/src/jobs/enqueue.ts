import { context, propagation } from '@opentelemetry/api';
import type { TenantDb } from '../db/database.ts';
import { engine, inTransaction, type Payload } from './engine.ts';
import { type JobData, queueOf } from './spec.ts';

/**
 * Asks for a thing to be brought forward, in the caller's own transaction: no job if it rolls back,
 * and none that runs before it commits. Asking again while the job waits, also after a failure, gives
 * it the new data and makes it due; asking while it runs makes it run once more afterwards.
 */
export type Enqueue = (db: TenantDb, job: string, key: string, data?: JobData) => Promise<void>;

const mostRounds = 10;

export function enqueuer(module: string): Enqueue {
  return async (db, job, key, data = {}) => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    const payload: Payload = { tenant: db.tenantId, key, headers, data, failures: 0 };
    // Keys of two tenants may be alike, for instance ids given from outside.
    const thing = `${db.tenantId}/${key}`;
    const boss = engine(inTransaction(db));
    for (let round = 0; round < mostRounds; round += 1) {
      // Not `send`: that would leave a waiting job alone, and a worker could take it and look at the
      // thing before this transaction commits. An update locks it, so that it is taken afterwards.
      const { updated, inserted } = await boss.upsert(queueOf(module, job), payload, {
        singletonKey: thing,
        group: { id: thing },
        startAfter: 0,
      });
      if (updated + inserted > 0) return;
      // It was taken between the engine's two looks at it; the next round finds it running.
    }
    throw new Error(
      `${queueOf(module, job)} could not be enqueued: its job was taken ${mostRounds} times in the meantime`,
    );
  };
}
