import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateAction } from '../src/records/store.ts';
import { lockedAction } from '../src/records/transitions.ts';
import { actions, type Desk, startDesk } from './desk.ts';
import { follow } from './follow.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

describe('who follows an action', () => {
  test('is told how it is, each change, and how it ended; then the stream is over', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const stream = await follow(desk, who, id);
    expect(await stream.upTo(1)).toMatchObject([
      { id: '1', event: 'snapshot', data: { id, status: 'pending_approval' } },
    ]);
    await desk.db.tenant(who.tenantId, async (db) => {
      const row = await lockedAction(db, id);
      if (row !== undefined) await updateAction(db, row, { progress: 'a plan is made' });
    });
    expect((await stream.upTo(2))[1]).toMatchObject({
      id: '2',
      event: 'changed',
      data: { progress: 'a plan is made' },
    });
    await desk.post(who, `${actions}/${id}/reject`, { reason: 'not today' });
    await stream.ended;
    expect((await stream.upTo(3)).slice(2)).toMatchObject([
      { id: '3', event: 'ended', data: { status: 'rejected', note: 'not today' } },
    ]);
  });

  test('is told the end of one that has ended, and once told nothing more', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    await desk.post(who, `${actions}/${id}/cancel`);
    const stream = await follow(desk, who, id);
    await stream.ended;
    const told = await stream.upTo(2);
    expect(told.map(({ event }) => event)).toEqual(['snapshot', 'ended']);
    expect(told[1]).toMatchObject({ data: { status: 'canceled' } });
    const again = await follow(desk, who, id, { 'last-event-id': told[1]?.id ?? '' });
    expect(again.status).toBe(204);
  });

  test('resumes with how it is now', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const stream = await follow(desk, who, id, { 'last-event-id': '1' });
    expect(await stream.upTo(1)).toMatchObject([{ id: '1', event: 'snapshot' }]);
    stream.close();
    await stream.ended;
  });

  test('is one of many, who are all told', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const streams = await Promise.all(Array.from({ length: 10 }, () => follow(desk, who, id)));
    await Promise.all(streams.map((stream) => stream.upTo(1)));
    await desk.post(who, `${actions}/${id}/reject`);
    for (const stream of streams) {
      await stream.ended;
      expect((await stream.upTo(2))[1]).toMatchObject({ event: 'ended' });
    }
  });
});
