import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionRow } from '../src/records/row.ts';
import { actions, type Desk, startDesk } from './desk.ts';
import { cordonPlan, standIn } from './stand-in.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

/** An uncordon that was carried out, which a plan to cordon takes back. */
async function uncordoned(more: Partial<ActionRow> = {}) {
  const { who, clusterId } = await desk.tenant();
  const now = new Date();
  const changes = [{ field: 'spec.unschedulable', before: true, after: false }];
  const id = await desk.row(who, {
    cluster_id: clusterId,
    action: 'uncordon_node',
    status: 'success',
    effect: 'accepted',
    plan: { ...cordonPlan(clusterId), action: 'uncordon_node', changes },
    started_at: now,
    finished_at: now,
    expires_at: null,
    ...more,
  });
  return { who, clusterId, id, undo: () => desk.post(who, `${actions}/${id}/undo`) };
}

describe('an undo', () => {
  test('needs a worker of the cluster that answers', async () => {
    const { who, clusterId, undo } = await uncordoned();
    expect(await undo()).toMatchObject({ status: 502, body: { error: { code: 'cluster_unreachable' } } });
    await desk.sign(who, clusterId);
    expect(await undo()).toMatchObject({ status: 504, body: { error: { code: 'upstream_timeout' } } });
  });

  test('waits with its plan, names what it takes back, and is announced', async () => {
    const { who, clusterId, id, undo } = await uncordoned();
    await desk.sign(who, clusterId);
    const worker = standIn(desk.db, who, clusterId);
    const made = await undo();
    await worker.stop();
    expect(made).toMatchObject({
      status: 202,
      body: { status: 'pending_approval', action: 'cordon_node', undoes: id, proposed_by: { type: 'user' } },
    });
    const told = await desk.db.tenant(who.tenantId, (db) =>
      db.query(`SELECT FROM action_agent.outbox WHERE type = 'action.pending' AND body LIKE '%' || $1 || '%'`, [
        made.body.id,
      ]),
    );
    expect(told).toHaveLength(1);
  });

  test.each<[string, Partial<ActionRow>, string]>([
    ['runs', { status: 'executing', finished_at: null }, 'has not ended yet'],
    ['was reverted', { status: 'failed', result: 'reverted' }, 'its canary has already taken it back'],
    ['was a dry run', { result: 'dry_run', effect: 'not_sent' }, 'it ran in dry mode'],
    ['changed nothing', { status: 'failed', effect: 'not_sent' }, 'it changed nothing'],
  ])('of what %s is refused', async (_, more, why) => {
    const refused = await (await uncordoned(more)).undo();
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect(refused.body.error.message).toContain(why);
  });
});
