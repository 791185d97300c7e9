import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import { type Database, makeLog, openBroker, openDatabase } from '@wheelhouse/kit';
import {
  type Caller,
  caller,
  eventually,
  type MovableClock,
  movableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformModule } from '../../platform/src/module.ts';
import { decisionsExchange } from '../src/decisions/take.ts';
import { actionAgent } from '../src/module.ts';
import type { ActionRow } from '../src/records/row.ts';
import { decisionFor } from './decision.ts';
import { writeAction } from './write-action.ts';

/** No worker here: its credentials are nowhere. What happens is what time does. */
let clock: MovableClock;
let house: TestProcess;
let db: Database;
let broker: ReturnType<typeof openBroker>;
let who: Caller;
let clusterId: string;

beforeAll(async () => {
  clock = movableClock();
  const noCredentials = () => Promise.reject(new Error('there are no credentials'));
  house = await startTestProcess([actionAgent(noCredentials), platformModule], {
    clock,
    environment: {
      EXTERNAL_URL: 'https://wheelhouse.example.test',
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    },
  });
  const log = makeLog({ level: 'error' });
  db = openDatabase({ url: house.database.url, connections: 2, applicationName: 'test', log });
  broker = openBroker(house.vhost.url, 'wheelhouse test', log);
  who = await caller({}, clock);
  const body = { name: 'nobody', server: 'https://127.0.0.1:9', token: 'nobodys-token' };
  const made = await house.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body });
  if (made.status !== 201) throw new Error(`the cluster was not registered: ${made.status}`);
  clusterId = made.body.id;
});
afterAll(async () => {
  await broker.close();
  await db.end();
  await house.stop();
});

/** Published again until it was taken: what comes before the queue is there goes nowhere, and a decision is taken once. */
async function decide(given: Partial<Decision>): Promise<string> {
  const decision = { ...decisionFor(who.tenantId, clusterId), ...given };
  await eventually(async () => {
    await broker.publish({ exchange: decisionsExchange, key: clusterId, body: JSON.stringify(decision) });
    await eventually(() => actionOf(decision.decision_id), 1_000);
  });
  return decision.decision_id;
}

async function actionOf(decisionId: string | null): Promise<ActionRow> {
  const [row] = await db.tenant(who.tenantId, (tenant) =>
    tenant.query<ActionRow>('SELECT * FROM action_agent.actions WHERE decision_id = $1', [decisionId]),
  );
  if (row === undefined) throw new Error('no action yet');
  return row;
}

async function told(type: string, actionId: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await db.look<{ body: string }>('SELECT body FROM action_agent.outbox WHERE type = $1 ORDER BY id', [
    type,
  ]);
  return rows
    .map(({ body }) => JSON.parse(body) as { data?: Record<string, unknown> } & Record<string, unknown>)
    .map((body) => body.data ?? body)
    .filter((data) => data['action_id'] === actionId);
}

test('a pending action is announced without a plan after a minute, and once only', async () => {
  const decision = await decide({ AutoApprove: false });
  const { id } = await eventually(() => actionOf(decision));
  expect(await told('action.pending', id)).toEqual([]);
  clock.advance(61_000);
  await eventually(async () => expect(await told('action.pending', id)).toHaveLength(1));
  expect((await told('action.pending', id))[0]).toMatchObject({ plan_summary: null, plan_etag: null });
  clock.advance(61_000);
  const second = await decide({ AutoApprove: false });
  const { id: next } = await eventually(() => actionOf(second));
  clock.advance(61_000);
  await eventually(async () => expect(await told('action.pending', next)).toHaveLength(1));
  expect(await told('action.pending', id)).toHaveLength(1);
});

test('a pending action that nobody decided about expires, and its outcome is told', async () => {
  const decision = await decide({ AutoApprove: false });
  const { id, expires_at } = await eventually(() => actionOf(decision));
  expect(expires_at?.getTime()).toBeGreaterThan(clock.now().getTime() + 23 * 3_600_000);
  clock.advance(24 * 3_600_000 + 1_000);
  await eventually(async () => expect(await actionOf(decision)).toMatchObject({ status: 'expired', started_at: null }));
  expect(await told('action.outcomes', id)).toMatchObject([{ status: 'expired', started_at: null, result: null }]);
  expect(await told('action.executed', id)).toEqual([]);
  expect(await db.look('SELECT 1 FROM action_agent.open_actions WHERE action_id = $1', [id])).toEqual([]);
});

test('an action that no worker came for fails after ten minutes and not before, and says that nothing was sent', async () => {
  const begun = async (node_name: string) => actionOf(await decide({ target: { node_name } }));
  const first = await begun('first');
  clock.advance(60_000);
  const second = await begun('second');
  const failed = {
    status: 'failed',
    result: 'cluster_unreachable',
    error: { message: expect.stringContaining('Nothing was sent') },
  };
  clock.advance(9 * 60_000 + 1_000);
  await eventually(async () => expect(await actionOf(first.decision_id)).toMatchObject(failed));
  expect(await told('action.executed', first.id)).toMatchObject([{ status: 'failed', automatic: true }]);
  // When one that was written after another's end has ended too, every round that had begun by then is over.
  for (const node_name of ['third', 'fourth']) {
    const decision_id = randomUUID();
    const { created_at } = first;
    const more = { decision_id, target: { node_name }, status: 'executing', started_at: created_at } as const;
    await writeAction(db, who.tenantId, created_at, { ...more, cluster_id: clusterId, expires_at: null });
    await eventually(async () => expect(await actionOf(decision_id)).toMatchObject(failed));
  }
  expect(await actionOf(second.decision_id)).toMatchObject({ status: 'executing' });
  clock.advance(60_000);
  const later = await eventually(async () => {
    const row = await actionOf(second.decision_id);
    expect(row).toMatchObject(failed);
    return row;
  });
  expect(later.finished_at?.getTime()).toBeGreaterThanOrEqual(second.created_at.getTime() + 10 * 60_000);
});
