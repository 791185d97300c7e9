import { randomUUID } from 'node:crypto';
import { type Broker, makeLog, openBroker } from '@wheelhouse/kit';
import { asOwner, type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisionsExchange } from '../src/decisions/take.ts';
import { noteDecision } from '../src/records/store.ts';
import { decisionFor } from './decision.ts';
import { actions, type Desk, startDesk } from './desk.ts';

let desk: Desk;
let broker: Broker;

beforeAll(async () => {
  desk = await startDesk();
  broker = openBroker(desk.vhost.url, 'wheelhouse test', makeLog({ level: 'error' }));
});
afterAll(async () => {
  await broker.close();
  await desk.stop();
});

/** A module at work for the tenant. */
const moduleOf = ({ tenantId }: Caller) =>
  caller({
    tenant: tenantId,
    kind: 'module',
    sub: 'incidents',
    cid: 'incidents',
    scopes: [],
    audience: 'action-agent',
  });

const withdraw = async (who: Caller, decisionId: string) =>
  desk.post(await moduleOf(who), `/internal/v1/decisions/${decisionId}/withdraw`, { reason: 'The run was canceled.' });

/** As a decision makes it: the action and whose decision it came of. */
async function proposed(who: Caller, clusterId: string, more = {}) {
  const decisionId = randomUUID();
  const id = await desk.pending(who, clusterId, { decision_id: decisionId, ...more });
  await desk.db.tenant(who.tenantId, (db) => noteDecision(db, decisionId, id));
  return { id, decisionId };
}

describe('a decision that is withdrawn', () => {
  test('cancels its pending action, and its end is told inside', async () => {
    const { who, clusterId } = await desk.tenant();
    const { id, decisionId } = await proposed(who, clusterId);
    expect(await withdraw(who, decisionId)).toMatchObject({ status: 200, body: { status: 'canceled', action_id: id } });
    expect(await desk.get(who, `${actions}/${id}`)).toMatchObject({
      body: { status: 'canceled', note: 'The run was canceled.', canceled_by: null, started_at: null },
    });
    const told = await asOwner(desk.database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ body: string }>(
        `SELECT body FROM action_agent.outbox WHERE type = 'internal.action_ended' AND tenant_id = $1`,
        [who.tenantId],
      );
      return rows.map(({ body }) => JSON.parse(body).data);
    });
    expect(told).toEqual([
      expect.objectContaining({
        action_id: id,
        cluster_id: clusterId,
        decision_id: decisionId,
        incident_id: null,
        action: 'cordon_node',
        target: { node_name: 'node-7' },
        status: 'canceled',
        result: null,
        error: null,
        decided_by: null,
        note: 'The run was canceled.',
        started_at: null,
        details: {},
      }),
    ]);
    expect(await withdraw(who, decisionId)).toMatchObject({ status: 200, body: { status: 'canceled', action_id: id } });
  });

  test('before it was taken makes no action when it comes', async () => {
    const { who, clusterId } = await desk.tenant();
    const late = { ...decisionFor(who.tenantId, clusterId), AutoApprove: false };
    expect(await withdraw(who, late.decision_id)).toMatchObject({
      status: 200,
      body: { status: 'withdrawn', action_id: null },
    });
    expect(await withdraw(who, late.decision_id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    const other = { ...late, decision_id: randomUUID() };
    const last = { ...late, decision_id: randomUUID() };
    const taken = async () => {
      const { body } = await desk.get(who, actions);
      return body.data.map((one: { decision_id: string }) => one.decision_id).toReversed();
    };
    // Published again until the other was taken: what comes before the queue is there goes nowhere.
    await eventually(async () => {
      for (const decision of [late, other])
        await broker.publish({ exchange: decisionsExchange, key: clusterId, body: JSON.stringify(decision) });
      await eventually(async () => expect(await taken()).toEqual([other.decision_id]), 1_000);
    });
    await broker.publish({ exchange: decisionsExchange, key: clusterId, body: JSON.stringify(last) });
    await eventually(async () => expect(await taken()).toEqual([other.decision_id, last.decision_id]));
  });

  test('is refused once its action was decided, which it names', async () => {
    const { who, clusterId } = await desk.tenant();
    const { id, decisionId } = await proposed(who, clusterId);
    expect(await desk.post(who, `${actions}/${id}/reject`)).toMatchObject({ status: 200 });
    expect(await withdraw(who, decisionId)).toMatchObject({
      status: 409,
      body: { error: { code: 'action_not_pending', message: expect.stringContaining('rejected') } },
    });
  });

  test('is only ever one of the tenant that the module works for', async () => {
    const { who, clusterId } = await desk.tenant();
    const { id, decisionId } = await proposed(who, clusterId);
    const other = await desk.tenant();
    expect(await withdraw(other.who, decisionId)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    expect(await desk.get(who, `${actions}/${id}`)).toMatchObject({ body: { status: 'pending_approval' } });
    const person = await desk.post(who, `/internal/v1/decisions/${decisionId}/withdraw`, { reason: 'I am no module.' });
    expect(person.status).toBe(404);
  });
});
