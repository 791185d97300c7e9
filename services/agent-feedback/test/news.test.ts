import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringForward } from '../src/verdicts/bring-forward.ts';
import { days, hours, type House, minutes, type Place, seconds, startHouse, verdicts } from './house.ts';
import { healthy } from './neighbours.ts';
import { actionOf, ended, incident, phase, type Said, started } from './said.ts';

/** News come late, twice and in any order, and processes die: of each decision there is one verdict all the same. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const now = () => house.clock.now();
const all = async ({ who }: Place) => (await house.get(who, verdicts)).data;
const grace = 15 * seconds;

/** All that is to be said of an action that cured its incident, and of one whose incident came back. */
function storyOf(place: Place, begin: Date) {
  const at = (ms: number) => new Date(begin.getTime() + ms);
  const action = actionOf(place.clusterId);
  const end = at(30 * seconds);
  const cured: readonly Said[] = [
    started(action, begin),
    ended(action, begin, end),
    incident(action, 'quiet', at(2 * minutes)),
    incident(action, 'ended', at(8 * minutes), { resolution: 'self_healed' }),
  ];
  return { action, cured, relapsed: [...cured, incident(action, 'returned', at(20 * minutes))] };
}

describe('what is heard', () => {
  test('in any order leads to the same verdict', async () => {
    for (const order of [(said: readonly Said[]) => said, (said: readonly Said[]) => said.toReversed()])
      for (const which of ['cured', 'relapsed'] as const) {
        const place = house.place();
        const story = storyOf(place, now());
        house.clock.advance(21 * minutes);
        for (const one of order(story[which])) await house.say(place.tenantId, one);
        await house.pass(20 * minutes);
        expect(await all(place)).toMatchObject([
          { decision_id: story.action.decision_id, verdict: which, automatic: false },
        ]);
        expect(await house.told(place.tenantId)).toHaveLength(1);
      }
  });

  test('twice counts once', async () => {
    const place = house.place();
    const { cured } = storyOf(place, now());
    for (const one of [...cured, ...cured]) await house.say(place.tenantId, one);
    await house.pass(40 * minutes);
    await house.say(place.tenantId, ...cured);
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'cured' }]);
    expect(await house.told(place.tenantId)).toHaveLength(1);
  });

  test('all at once, by several consumers at the same moment, is one verdict', async () => {
    const place = house.place();
    const { relapsed } = storyOf(place, now());
    await house.say(place.tenantId, ...relapsed);
    await house.pass(40 * minutes);
    expect(await all(place)).toMatchObject([{ verdict: 'relapsed' }]);
  });

  test('too late corrects what was said before, and is told again', async () => {
    const place = house.place();
    const { action } = storyOf(place, now());
    await house.say(place.tenantId, ended(action, now(), now()));
    await house.pass(10 * minutes + grace);
    expect(await all(place)).toMatchObject([{ verdict: 'not_cured' }]);
    house.clock.advance(hours);
    const quietAt = new Date(now().getTime() - 65 * minutes);
    await house.say(place.tenantId, incident(action, 'quiet', quietAt));
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'cured', measured: { verdict: 'cured' } }]);
    const told = await house.told(place.tenantId);
    expect(told.map(({ verdict }) => verdict)).toEqual(['not_cured', 'cured']);
    expect(told[1]?.reached_at).toBe(now().toISOString());
    expect(told[1]?.verdict_id).toBe(told[0]?.verdict_id);
  });

  test('a day too late changes nothing', async () => {
    const place = house.place();
    const { action } = storyOf(place, now());
    const end = now();
    await house.say(place.tenantId, ended(action, end, end));
    await house.pass(10 * minutes + grace);
    house.clock.advance(days + minutes);
    await house.say(place.tenantId, incident(action, 'quiet', new Date(end.getTime() + minutes)));
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'not_cured' }]);
  });

  test('that a cluster was cut off, late, makes a cure unknown', async () => {
    const place = house.place();
    const { cured } = storyOf(place, now());
    const begin = now();
    await house.say(place.tenantId, ...cured);
    await house.pass(40 * minutes);
    expect(await all(place)).toMatchObject([{ verdict: 'cured' }]);
    const at = (ms: number) => new Date(begin.getTime() + ms);
    await house.say(
      place.tenantId,
      phase(place.clusterId, 'Ready', at(16 * minutes)),
      phase(place.clusterId, 'Unreachable', at(9 * minutes)),
    );
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'unknown' }]);
  });

  test('does not change what a person has said, only what was measured', async () => {
    const place = house.place();
    const { action } = storyOf(place, now());
    const end = now();
    await house.say(place.tenantId, ended(action, end, end));
    await house.pass(10 * minutes + grace);
    const [{ id }] = await all(place);
    const body = { verdict: 'failed', note: 'The pod was deleted by hand.' };
    await house.post(place.who, `${verdicts}/${id}/overrule`, body);
    await house.say(place.tenantId, incident(action, 'quiet', new Date(end.getTime() + minutes)));
    await house.pass(hours);
    expect(await all(place)).toMatchObject([{ verdict: 'failed', measured: { verdict: 'cured' }, note: body.note }]);
    expect(await house.told(place.tenantId)).toHaveLength(2);
  });
});

describe('a process that dies', () => {
  /** One whose verdict is due. */
  async function due() {
    const place = house.place();
    const { action, cured } = storyOf(place, now());
    await house.say(place.tenantId, ...cured);
    house.clock.advance(40 * minutes);
    const [{ id }] = await all(place);
    house.neighbours.health.set(place.clusterId, { before: 80, now: healthy(90) });
    return { place, action, id };
  }

  test('while it asks, or as it writes, leaves the verdict due, and the next reaches it once', async () => {
    const { place, id } = await due();
    const context = house.context();
    const dies = () => Promise.reject(new Error('killed'));
    // Before the second transaction, and inside of it after the row was written.
    await expect(
      bringForward({ ...context, database: dying(context.database, 1) }, place.tenantId, id),
    ).rejects.toThrow('killed');
    await expect(bringForward({ ...context, emit: dies }, place.tenantId, id)).rejects.toThrow('killed');
    expect(await all(place)).toMatchObject([{ state: 'pending', verdict: null }]);
    expect(await house.told(place.tenantId)).toEqual([]);
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'cured', measured: { score_before: 80, score_after: 90 } }]);
    expect(await house.told(place.tenantId)).toHaveLength(1);
  });

  test('and comes back beside another that took over reaches it once with it', async () => {
    const { place, id } = await due();
    const context = house.context();
    await Promise.all(Array.from({ length: 6 }, () => bringForward(context, place.tenantId, id)));
    expect(await all(place)).toMatchObject([{ verdict: 'cured' }]);
    expect(await house.told(place.tenantId)).toHaveLength(1);
  });

  test('while news come in between its question and its answer judges by those too', async () => {
    const { place, action } = await due();
    house.neighbours.onAsked = async () => {
      house.neighbours.onAsked = async () => {};
      const at = new Date(now().getTime() - 20 * minutes);
      await house.say(place.tenantId, incident(action, 'returned', at));
    };
    await house.round();
    expect(await all(place)).toMatchObject([{ verdict: 'relapsed' }]);
    expect(await house.told(place.tenantId)).toHaveLength(1);
  });

  function dying(database: ReturnType<House['context']>['database'], after: number) {
    let left = after;
    return {
      ...database,
      tenant: (async (tenantId, work) => {
        if (left-- <= 0) throw new Error('killed');
        return database.tenant(tenantId, work);
      }) as typeof database.tenant,
    };
  }
});

describe('time', () => {
  test('takes what is past its keeping, and keeps how a cluster is now', async () => {
    const place = house.place();
    const { cured } = storyOf(place, now());
    await house.say(place.tenantId, ...cured, phase(place.clusterId, 'Ready', new Date(now().getTime() - 2 * days)));
    await house.say(place.tenantId, phase(place.clusterId, 'Unreachable', now()));
    const body = { analysis_id: randomUUID(), helpful: true };
    await house.post(place.who, '/api/v1/ratings', body);
    await house.pass(9 * days);
    const count = async (table: string) => {
      const rows = await house.db.tenant(place.tenantId, (db) =>
        db.query(`SELECT 1 FROM agent_feedback.${table} WHERE tenant_id = kit.tenant()`),
      );
      return rows.length;
    };
    expect(await count('incident_moments')).toBe(0);
    expect(await count('cluster_moments')).toBe(1);
    expect([await count('decisions'), await count('ratings')]).toEqual([1, 1]);
    await house.pass(400 * days);
    expect([await count('decisions'), await count('ratings')]).toEqual([0, 0]);
  });
});
