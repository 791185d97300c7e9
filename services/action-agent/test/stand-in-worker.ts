import { setTimeout as wait } from 'node:timers/promises';
import { upsertWorker } from '../src/clusters/workers-store.ts';
import { answerPlanRequest, takePlanRequests } from '../src/planning/store.ts';
import { cordonPlan } from './stand-in.ts';
import type { Installation } from '../../../proofs/installation/start.ts';

interface Seat {
  readonly tenantId: string;
  readonly clusterId: string;
  signedAt: number;
}

const lookEveryMs = 500;
const signEveryMs = 5_000;
const seats = new WeakMap<Installation, Seat[]>();

/** In place of the worker of a cluster: gives signs of life and answers plans, as long as the installation stands. */
export async function seatAgent(installation: Installation, tenantId: string, clusterId: string): Promise<void> {
  const taken = seats.get(installation);
  const seat: Seat = { tenantId, clusterId, signedAt: -Infinity };
  await serve(installation, seat);
  if (taken !== undefined) return void taken.push(seat);
  const all = [seat];
  seats.set(installation, all);
  void serveAll(installation, all);
}

/** Ends with the database of the installation; whatever ends it earlier is seen by the calls that are not answered. */
async function serveAll(installation: Installation, all: readonly Seat[]): Promise<void> {
  for (;;) {
    await wait(lookEveryMs, undefined, { ref: false });
    try {
      for (const seat of all) await serve(installation, seat);
    } catch {
      return;
    }
  }
}

async function serve({ db }: Installation, seat: Seat): Promise<void> {
  const { tenantId, clusterId } = seat;
  await db.tenant(tenantId, async (tenant) => {
    if (performance.now() - seat.signedAt > signEveryMs) {
      const worker = { cluster_id: clusterId, worker: 'stand-in', version: '1', missing_rights: [], trouble: null };
      await upsertWorker(tenant, { ...worker, seen_at: new Date() });
      seat.signedAt = performance.now();
    }
    for (const { id } of await takePlanRequests(tenant, clusterId, 10))
      await answerPlanRequest(tenant, id, { plan: cordonPlan(clusterId) });
  });
}
