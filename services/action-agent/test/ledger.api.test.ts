import { randomInt, randomUUID } from 'node:crypto';
import { actionKinds } from '@wheelhouse/contracts';
import { makeIds, systemClock, type TenantDb } from '@wheelhouse/kit';
import { type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../src/ledger/routes.ts';
import { countInLedger, ledgerLine, selectLedger } from '../src/records/ledger-store.ts';
import { type ActionRow, blank } from '../src/records/row.ts';
import { colleague, type Desk, startDesk } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const url = '/api/v1/actions/ledger';
const makeId = makeIds(systemClock);
const pick = <T>(several: readonly T[]): T => {
  const one = several[randomInt(several.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

const longestWait = 3_600;
const longestRun = 600;

/** Ended in any way that actions end, at a time that has passed: the ledger is asked for the days until today. */
function generated(clusterId: string): ActionRow {
  const created = ago(randomInt(longestWait + longestRun, 20 * 86_400));
  const origin = pick(['decision', 'manual'] as const);
  const status = pick(['success', 'failed', 'rejected', 'expired', 'canceled'] as const);
  const isStarted = status === 'success' || status === 'failed';
  const isApproved = isStarted && origin === 'decision' && randomInt(2) === 0;
  const started = isStarted ? new Date(created.getTime() + randomInt(longestWait * 1000)) : null;
  const result = status === 'failed' ? pick(['refused', 'reverted', null] as const) : null;
  const code = pick(['cooldown_seconds', 'kill_switch', 'pdb_violation']);
  return {
    ...blank,
    id: makeId(),
    cluster_id: clusterId,
    action: pick(actionKinds),
    target: { node_name: 'node-1' },
    status,
    result,
    error: result === 'refused' ? { code, message: 'no' } : null,
    origin,
    reason: 'generated',
    approved_by: isApproved ? { type: 'user', id: randomUUID() } : null,
    created_at: created,
    started_at: started,
    finished_at: new Date((started ?? created).getTime() + randomInt(longestRun * 1000)),
  };
}

const statistics = (tenant: TenantDb, table: string) =>
  tenant.query<{ reads: number }>(
    `SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS reads FROM pg_stat_xact_user_tables
     WHERE schemaname = 'action_agent' AND relname LIKE $1`,
    [`${table}%`],
  );

describe('the ledger', () => {
  test('has the sums of a recount of 10,000 records, and reads none of them', async () => {
    const { who, clusterId } = await desk.tenant();
    const rows = Array.from({ length: 10_000 }, () => generated(clusterId));
    await desk.db.tenant(who.tenantId, async (tenant) => {
      for (const row of rows) await countInLedger(tenant, row);
      await tenant.query(
        `INSERT INTO action_agent.actions (tenant_id, id, cluster_id, action, target, status, origin, reason, evidence, created_at, finished_at)
         SELECT kit.tenant(), id, $2, 'cordon_node', '{}', 'success', 'decision', 'generated', '[]', now(), now() FROM unnest($1::uuid[]) AS id`,
        [rows.map(({ id }) => id), clusterId],
      );
    });
    const answer = await desk.get(who, url);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.data).toEqual(nearly(rowsOf(rows.map(ledgerLine))));
    const reads = await desk.db.tenant(who.tenantId, async (tenant) => {
      await selectLedger(tenant, { from: answer.body.from, to: answer.body.to }, undefined);
      const [ofActions] = await statistics(tenant, 'actions');
      const [ofDays] = await statistics(tenant, 'ledger_days');
      return { actions: ofActions?.reads ?? -1, days: ofDays?.reads ?? -1 };
    });
    expect(reads.actions).toBe(0);
    expect(reads.days).toBeGreaterThan(0);
  });

  test('counts what ends, in the transaction that ends it', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    await desk.post(who, `/api/v1/actions/${id}/reject`, { reason: 'no' });
    expect((await desk.get(who, url)).body.data).toMatchObject([
      { action: 'cordon_node', origin: 'decision', actions: 1, rejected: 1, automatic: 0, time_to_finish: null },
    ]);
    expect((await desk.get(await caller(), url)).body.data).toEqual([]);
  });

  test('is of the days and clusters that are asked for, and in reach', async () => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    const id = await desk.pending(who, clusterId);
    await desk.post(who, `/api/v1/actions/${id}/cancel`);
    const countIn = async (by: Caller, query: string) => (await desk.get(by, `${url}${query}`)).body.data?.length;
    expect(await countIn(who, `?cluster_id=${clusterId}`)).toBe(1);
    expect(await countIn(who, `?cluster_id=${other}`)).toBe(0);
    expect(await countIn(who, '?from=2020-01-01&to=2020-01-31')).toBe(0);
    const limited = await colleague(who, { cluster_ids: [other] });
    expect(await countIn(limited, '')).toBe(0);
    expect(await desk.get(limited, `${url}?cluster_id=${clusterId}`)).toMatchObject({ status: 404 });
    expect(await desk.get(who, `${url}?from=2026-02-01&to=2026-01-01`)).toMatchObject({ status: 400 });
    expect(await desk.get(who, `${url}?from=yesterday`)).toMatchObject({ status: 400 });
  });
});

/** Sums of fractions in another order differ in their last digits. */
const closeTo = (one: number): unknown => expect.closeTo(one, 6);

function nearly(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'number' ? closeTo(one) : one));
}
