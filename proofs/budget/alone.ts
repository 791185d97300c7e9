import { makeLog } from '@wheelhouse/kit';
import { freePort } from '@wheelhouse/testkit';
import { Budgets } from '../../services/gateway/src/budget/budgets.ts';
import { Meter } from '../../services/gateway/src/budget/meter.ts';
import { Valkey } from '../../services/gateway/src/budget/valkey.ts';

/** What counters let in that know nothing of each other: each has only a Valkey that never was there. */
export async function admittedAlone(counters: number, limit: number): Promise<number> {
  const log = makeLog({ level: 'fatal' });
  const url = `redis://127.0.0.1:${await freePort()}`;
  const all = Array.from({ length: counters }, () => new Budgets(new Valkey(url, log), log));
  await Promise.all(all.map((budgets) => budgets.open()));
  let admitted = 0;
  for (const budgets of all) {
    const meter = new Meter('budget:alone', limit);
    for (let time = 0; time < 2 * limit; time += 1)
      budgets.charge(meter, { charged: (isAdmitted) => (admitted += isAdmitted ? 1 : 0) });
    budgets.close();
  }
  return admitted;
}
