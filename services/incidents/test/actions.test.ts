import { randomUUID } from 'node:crypto';
import { eventsExchange, makeLog, openBroker } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, minutes, type Person, type Place, seconds, startHouse } from './house.ts';
import { actionEnded, actionOf, actionPending, actionStarted, issue, nodeObject, round } from './said.ts';
import { onlyOf, timelineOf } from './timeline-of.ts';

/** What the action agent does, in the timeline of the incident that it is about. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const timeline = (who: Person, id: string) => timelineOf(house, who, id);
const only = (place: Place) => onlyOf(house, place);
const summaries = async (who: Person, id: string) =>
  (await timeline(who, id)).map(({ kind, summary }) => [kind, summary]);
const from = (ms: number) => new Date(house.clock.now().getTime() + ms);
const person = { type: 'user', id: randomUUID() } as const;

describe('a node that somebody cordons and uncordons by hand', () => {
  const node = { node_name: 'a' };
  const lost = (place: Place) =>
    round(
      place.clusterId,
      from(0),
      issue(from(0), { reason: 'node_not_ready', object: nodeObject('a'), message: 'It does not report.' }),
    );

  test('while it has an incident: each action begins and ends there, ordered though told late, twice and in disorder', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    const start = house.clock.now().getTime();
    await house.say(tenantId, lost(place));
    const { id } = await only(place);
    house.clock.advance(10 * minutes);
    const at = (offset: number) => new Date(start + offset);
    const cordon = actionOf(clusterId, 'cordon_node', node);
    const uncordon = actionOf(clusterId, 'uncordon_node', node);
    const said = [
      actionStarted(cordon, at(minutes), { requested_by: person }),
      actionEnded(cordon, at(minutes), at(minutes + 2 * seconds), { requested_by: person }),
      actionStarted(uncordon, at(5 * minutes), { requested_by: person }),
      actionEnded(uncordon, at(5 * minutes), at(5 * minutes + 2 * seconds), { requested_by: person }),
    ];
    for (const one of said.toReversed()) await house.say(tenantId, one);
    await publishAgain(tenantId);
    // What comes after them on the same way has been heard.
    await house.say(tenantId, actionStarted(actionOf(clusterId, 'cordon_node', { node_name: 'other' }), at(0)));
    expect(await summaries(who, id)).toEqual([
      ['signal', 'Node a is not ready: It does not report.'],
      ['action', 'Started: Cordon Node a.'],
      ['action', 'Done: Cordon Node a.'],
      ['action', 'Started: Uncordon Node a.'],
      ['action', 'Done: Uncordon Node a.'],
    ]);
    const [, first] = await timeline(who, id);
    expect(first).toMatchObject({
      at: at(minutes).toISOString(),
      actor: person,
      object: nodeObject('a'),
      ref: { type: 'action', id: cordon.action_id, url: null },
      count: 1,
    });
  });

  test('just before its incident opens stands in there, and its end as well', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    const cordon = actionOf(clusterId, 'cordon_node', node);
    await house.say(tenantId, actionStarted(cordon, from(0), { requested_by: person }));
    const began = from(0);
    house.clock.advance(minutes);
    await house.say(tenantId, lost(place));
    const { id } = await only(place);
    house.clock.advance(minutes);
    await house.say(
      tenantId,
      actionEnded(cordon, began, from(0), {
        status: 'failed',
        error: { code: 'timeout', message: 'It took too long.' },
      }),
    );
    expect(await summaries(who, id)).toEqual([
      ['action', 'Started: Cordon Node a.'],
      ['signal', 'Node a is not ready: It does not report.'],
      ['action', 'Failed: Cordon Node a. It took too long.'],
    ]);
  });

  test('is told of to its incident alone where the action names it, also when that is over', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    await house.say(tenantId, lost(place));
    const { id } = await only(place);
    const declared = { cluster_id: clusterId, title: 'The rack is dark', severity: 'high' };
    const { id: named } = await house.post(who, incidents, declared);
    const drain = actionOf(clusterId, 'drain_node', node);
    house.clock.advance(seconds);
    await house.say(tenantId, actionPending(drain, from(0), { incident_id: named }));
    house.clock.advance(seconds);
    const approver = { type: 'user', id: randomUUID() } as const;
    await house.say(
      tenantId,
      actionStarted(drain, from(0), { incident_id: named, approved_by: approver, note: 'Do it.' }),
    );
    const began = from(0);
    house.clock.advance(seconds);
    await house.post(who, `${incidents}/${named}/resolve`);
    house.clock.advance(seconds);
    await house.say(tenantId, actionEnded(drain, began, from(0), { incident_id: named }));
    expect(await summaries(who, named)).toEqual([
      ['status', 'Declared.'],
      ['proposal', 'Proposed: Cordons the node.'],
      ['approval', 'Approved: Drain Node a.'],
      ['action', 'Started: Drain Node a.'],
      ['status', 'Resolved: somebody fixed it.'],
      ['action', 'Done: Drain Node a.'],
    ]);
    expect((await timeline(who, named))[2]).toMatchObject({ actor: approver, text: 'Do it.' });
    expect(await summaries(who, id)).toHaveLength(1);
  });

  test('ends in the incident in which it began, though a person has resolved that', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    await house.say(tenantId, lost(place));
    const { id } = await only(place);
    const cordon = actionOf(clusterId, 'cordon_node', node);
    house.clock.advance(seconds);
    await house.say(tenantId, actionStarted(cordon, from(0)));
    const began = from(0);
    house.clock.advance(seconds);
    await house.post(who, `${incidents}/${id}/resolve`);
    house.clock.advance(seconds);
    await house.say(tenantId, actionEnded(cordon, began, from(0)));
    expect((await summaries(who, id)).at(-1)).toEqual(['action', 'Done: Cordon Node a.']);
  });

  test('that never began is told of with who decided so', async () => {
    const place = await house.place();
    await house.say(place.tenantId, lost(place));
    const cordon = actionOf(place.clusterId, 'cordon_node', node);
    house.clock.advance(seconds);
    await house.say(
      place.tenantId,
      actionEnded(cordon, null, from(0), { status: 'rejected', decided_by: person, note: 'Not at noon.' }),
    );
    const entries = await timeline(place.who, (await only(place)).id);
    expect(entries.at(-1)).toMatchObject({
      kind: 'approval',
      summary: 'Rejected: Cordon Node a.',
      text: 'Not at noon.',
      actor: person,
    });
  });

  /** All that the agent has said of a tenant once more, as a broker may bring it. */
  async function publishAgain(tenantId: string): Promise<void> {
    const broker = openBroker(house.vhost.url, 'test', makeLog({ level: 'error' }));
    const rows = await house.db.look<{ id: string; type: string; seq: number; body: string; headers: string }>(
      'SELECT id, type, seq, body, headers::text AS headers FROM action_agent.outbox WHERE tenant_id = $1',
      [tenantId],
    );
    expect(rows).toHaveLength(4);
    for (const { id, type, seq, body, headers } of rows) {
      const given = { ...(JSON.parse(headers) as object), source: 'action-agent', seq };
      // The first has to wait for the connection.
      await eventually(() => broker.publish({ exchange: eventsExchange, key: type, body, id, headers: given }));
    }
    await broker.close();
  }
});
