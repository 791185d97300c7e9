import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, hours, incidents, minutes, type Person, type Place, seconds, startHouse } from './house.ts';
import { appDeleted, deployFailed, deployment, issue, resolved, rolledBack, round, workload } from './said.ts';
import { onlyOf, timelineOf } from './timeline-of.ts';

/** What changed, in the timelines of the incidents that it may have caused. */
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
describe('a deploy that fails', () => {
  test('is a change and opens nothing; what it breaks has it in its timeline, from before it began', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    const start = from(0);
    house.clock.advance(5 * minutes);
    const failed = from(0);
    await house.say(tenantId, workload(clusterId, start), deployFailed(clusterId, start, failed));
    expect((await house.get(who, incidents)).total).toBe(0);
    house.clock.advance(10 * seconds);
    const one = issue(from(0), { reason: 'image_pull', message: 'Not found.' });
    await house.say(tenantId, round(clusterId, from(0), one));
    const { id } = await only(place);
    house.clock.advance(minutes);
    // Its rollback is told of before the change that it made.
    await house.say(tenantId, rolledBack(clusterId, failed, from(0)));
    await house.say(
      tenantId,
      workload(clusterId, from(-30 * seconds), {
        images: { before: ['shop/checkout:2'], after: ['shop/checkout:1'] },
        manager: 'wheelhouse',
      }),
    );
    house.clock.advance(seconds);
    await house.say(tenantId, round(clusterId, from(0), resolved(one)));
    expect(await summaries(who, id)).toEqual([
      ['change', 'Deployment shop/checkout: image shop/checkout:1 → shop/checkout:2, by kubectl-edit.'],
      [
        'change',
        'App checkout: revision 42 failed: 1 of 4 new pods cannot pull shop/checkout:42: not found. Revision 41 is being put back.',
      ],
      ['signal', 'Deployment shop/checkout cannot pull its image: Not found.'],
      ['change', 'Deployment shop/checkout: image shop/checkout:2 → shop/checkout:1, by wheelhouse.'],
      ['change', 'App checkout: rolled back to what it was, as revision 43, image shop/checkout:41.'],
      ['signal', 'All quiet: none of its signals fires. It resolves by itself if that lasts.'],
    ]);
    const [, deploy] = await timeline(who, id);
    expect(deploy).toMatchObject({
      at: failed.toISOString(),
      actor: { type: 'user' },
      ref: {
        type: 'app_deployment',
        id: expect.stringMatching(/\/42$/),
        url: expect.stringContaining('/deployments/42'),
      },
      data: { outcome: 'failed', reason: 'image_pull_failed', rolled_back_to: 41 },
    });
  });
});

describe('changes', () => {
  test('of its namespace are told from half an hour before its first sign, and no other', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    const changed = (name: string, ago: number, namespace = 'shop') =>
      workload(clusterId, from(-ago), { change: 'restarted', object: deployment(name, namespace), manager: null });
    await house.say(
      tenantId,
      changed('too-early', 31 * minutes),
      changed('cart', 29 * minutes),
      changed('elsewhere', minutes, 'staging'),
    );
    await house.say(tenantId, round(clusterId, from(0), issue(from(0))));
    const { id } = await only(place);
    // What is heard of late is held against the same bound.
    await house.say(tenantId, changed('late', 28 * minutes), changed('too-early-and-late', 32 * minutes));
    house.clock.advance(hours);
    await house.say(tenantId, changed('after', 0), appDeleted(clusterId, from(0)));
    const told = (await timeline(who, id)).filter(({ kind }) => kind === 'change').map(({ summary }) => summary);
    expect(told).toEqual([
      'Deployment shop/cart: restarted, without another change.',
      'Deployment shop/late: restarted, without another change.',
      expect.stringMatching(/after|App checkout was deleted/),
      expect.stringMatching(/after|App checkout was deleted/),
    ]);
  });

  test.for([
    [{ change: 'created' }, 'created, image shop/checkout:2, by kubectl-edit.'],
    [{ change: 'deleted' }, 'deleted, by kubectl-edit.'],
    [{ change: 'replicas', replicas: { before: 3, after: 0 } }, 'replicas 3 → 0, by kubectl-edit.'],
    [{ images: { before: ['a'], after: ['a'] }, manager: null }, 'pod template changed.'],
  ] as const)('%j is said in words', async ([more, words]) => {
    const place = await house.place();
    await house.say(place.tenantId, round(place.clusterId, from(0), issue(from(0))));
    await house.say(place.tenantId, workload(place.clusterId, from(0), more as object));
    const entries = await timeline(place.who, (await only(place)).id);
    expect(entries.map(({ summary }) => summary)).toContain(`Deployment shop/checkout: ${words}`);
  });

  test('are told to every live incident of the namespace, and to none that is over', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    await house.say(
      tenantId,
      round(clusterId, from(0), issue(from(0)), issue(from(0), { object: deployment('cart') })),
    );
    const declared = { cluster_id: clusterId, title: 'Nobody can pay', severity: 'high', namespace: 'shop' };
    const { id: over } = await house.post(who, incidents, declared);
    await house.post(who, `${incidents}/${over}/resolve`);
    await house.say(tenantId, workload(clusterId, from(0)));
    const { data } = await house.get(who, incidents);
    for (const { id } of data) {
      const changes = (await timeline(who, id)).filter(({ kind }) => kind === 'change');
      expect([id, changes.length]).toEqual([id, id === over ? 0 : 1]);
    }
  });

  test('that are heard while an incident opens are in its timeline, whoever comes first', async () => {
    const places = await Promise.all(Array.from({ length: 10 }, () => house.place()));
    await Promise.all(
      places.map(({ tenantId, clusterId }) =>
        house.say(tenantId, workload(clusterId, from(0)), round(clusterId, from(0), issue(from(0)))),
      ),
    );
    for (const place of places) {
      const changes = (await timeline(place.who, (await only(place)).id)).filter(({ kind }) => kind === 'change');
      expect(changes).toHaveLength(1);
    }
  });
});
