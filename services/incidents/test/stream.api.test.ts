import type { FollowedStream, StreamedEvent } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type House, incidents, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** An incident, followed. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const sent = (more: object = {}) => ({
  signals: [
    { key: 'k', rule: 'latency', severity: 'medium', message: 'slow', object: deployment('checkout'), ...more },
  ],
});

async function opened(): Promise<Place & { readonly id: string; readonly path: string }> {
  const place = await house.place();
  await house.post(place.who, signals, sent());
  const [{ id }] = (await house.get(place.who, incidents)).data;
  house.clock.advance(seconds);
  return { ...place, id, path: `${incidents}/${id}` };
}

async function followed(place: Place, id: string, after?: string): Promise<FollowedStream> {
  const stream = await house.stream(place.who, id, after);
  onTestFinished(() => stream.close());
  return stream;
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
}
const entriesOf = (events: readonly StreamedEvent[]): readonly Entry[] => events.flatMap(({ data }) => data.entries);
const notes = (events: readonly StreamedEvent[]) =>
  entriesOf(events)
    .filter(({ kind }) => kind === 'note')
    .map(({ summary }) => summary);

describe('a stream', () => {
  test('begins with the incident and its timeline, tells each change with what is new, and ends when it is closed', async () => {
    const place = await opened();
    const stream = await followed(place, place.id);
    const [snapshot] = await stream.upTo(1);
    expect(snapshot).toMatchObject({
      event: 'snapshot',
      data: { incident: { id: place.id, status: 'open', review: null } },
    });
    expect(snapshot?.data.entries.map(({ kind }: Entry) => kind)).toEqual(['signal', 'webhook']);
    await house.post(place.who, `${place.path}/acknowledge`);
    const [, acknowledged] = await stream.upTo(2);
    expect(acknowledged).toMatchObject({ event: 'changed', data: { incident: { status: 'acknowledged' } } });
    expect(acknowledged?.data.entries.map(({ kind }: Entry) => kind)).toEqual(['status', 'webhook']);
    await house.post(place.who, `${place.path}/resolve`);
    await stream.upTo(3);
    await house.post(place.who, `${place.path}/close`);
    const events = await stream.upTo(4);
    expect(events.at(-1)).toMatchObject({ event: 'ended', data: { incident: { status: 'closed' } } });
    await stream.ended;
    expect(events).toHaveLength(4);
  });

  test('tells an entry again when it has happened again', async () => {
    const place = await opened();
    const stream = await followed(place, place.id);
    const [snapshot] = await stream.upTo(1);
    await house.post(place.who, signals, sent({ key: 'other' }));
    const [, changed] = await stream.upTo(2);
    expect(changed?.data.entries).toMatchObject([{ id: snapshot?.data.entries[0].id, count: 2 }]);
  });

  test('resumed by an id goes on after it: nothing is lost, and nothing comes twice', async () => {
    const place = await opened();
    const first = await followed(place, place.id);
    const [snapshot] = await first.upTo(1);
    await house.post(place.who, `${place.path}/notes`, { text: 'one' });
    const seen = (await first.upTo(2)).at(-1);
    first.close();
    for (const text of ['two', 'three']) await house.post(place.who, `${place.path}/notes`, { text });
    const second = await followed(place, place.id, seen?.id);
    const [resumed] = await second.upTo(1);
    expect(resumed?.event).toBe('changed');
    expect(notes([resumed as StreamedEvent]).toSorted()).toEqual(['three', 'two']);
    const anew = await followed(place, place.id, snapshot?.id);
    expect(notes(await anew.upTo(1)).toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('of one that is closed is a snapshot and its end; whoever has seen that is told nothing more', async () => {
    const place = await opened();
    for (const step of ['resolve', 'close']) await house.post(place.who, `${place.path}/${step}`);
    const stream = await followed(place, place.id);
    await stream.ended;
    const events = await stream.upTo(2);
    expect(events.map(({ event, data }) => [event, data.entries.length > 0])).toEqual([
      ['snapshot', true],
      ['ended', false],
    ]);
    const again = await house.text(place.who, `${place.path}/stream?after=${events[1]?.id}`);
    expect([again.status, again.text]).toEqual([204, '']);
  });

  test('tells all that a merge brings, also where that is more than fits at once, and so where it is resumed', async () => {
    const place = await opened();
    const declared = { cluster_id: place.clusterId, title: 'The same', severity: 'low' };
    const { id: from } = await house.post(place.who, incidents, declared);
    const texts = Array.from({ length: 130 }, (_, index) => `note ${index}`);
    for (const text of texts) await house.post(place.who, `${incidents}/${from}/notes`, { text });
    const stream = await followed(place, place.id);
    const [snapshot] = await stream.upTo(1);
    await house.post(place.who, `${incidents}/${from}/merge`, { into: place.id });
    const events = await stream.upTo(3);
    expect(notes(events).toSorted()).toEqual(texts.toSorted());
    const ids = entriesOf(events.slice(1)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Cut after the first part.
    const resumed = await followed(place, place.id, events[1]?.id);
    const rest = await resumed.upTo(1);
    expect([...notes(events.slice(1, 2)), ...notes(rest)].toSorted()).toEqual(texts.toSorted());
    const whole = await followed(place, place.id, snapshot?.id);
    expect(notes(await whole.upTo(2)).toSorted()).toEqual(texts.toSorted());
  });

  test('is for those who see the incident', async () => {
    const [place, other] = [await opened(), await house.place()];
    const limited = { tenantId: place.tenantId, claims: { cluster_ids: [house.neighbours.cluster(place.tenantId)] } };
    for (const who of [other.who, limited])
      expect((await house.ask(who, 'GET', `${place.path}/stream`)).status).toBe(404);
    expect((await house.ask(place.who, 'GET', `${place.path}/stream?after=%20`)).status).toBe(400);
  });
});
