import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours, type House, type Person, type Place, recommendations, startHouse } from './house.ts';
import { issue, object } from './neighbours.ts';

/** What people answer. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const cause = (name = 'checkout') => issue('not_visible', object('Cluster', name, null));

/** A place with one open recommendation. */
async function open(): Promise<Place & { readonly path: string }> {
  const place = house.place();
  place.cluster.issues = [cause()];
  await house.round();
  const [{ id }] = await house.all(place.who);
  return { ...place, path: `${recommendations}/${id}` };
}

const after = (ms: number) => new Date(house.clock.now().getTime() + ms).toISOString();

describe('one that is accepted', () => {
  test('stays so until its cause is gone', async () => {
    const { who, cluster, path } = await open();
    const accepted = await house.post(who, `${path}/accept`, { note: 'I grant it tomorrow.' });
    expect(accepted).toMatchObject({
      status: 'accepted',
      accepted_by: { type: 'user', id: who.claims.sub },
      accepted_at: after(0),
      note: 'I grant it tomorrow.',
    });
    await house.pass(40 * days);
    expect(await house.get(who, path)).toMatchObject({ status: 'accepted', seen_at: after(0) });
    cluster.issues = [];
    await house.pass(hours);
    expect(await house.get(who, path)).toMatchObject({
      status: 'done',
      done_at: after(0),
      note: 'I grant it tomorrow.',
    });
  });

  test('needs no body', async () => {
    const { who, path } = await open();
    expect(await house.post(who, `${path}/accept`)).toMatchObject({ status: 'accepted', note: null });
  });
});

describe('one that is dismissed', () => {
  test('stays away until its date, and is open again if its cause is still there', async () => {
    const { who, path } = await open();
    const dismissed = await house.post(who, `${path}/dismiss`, { reason: 'Not this month.' });
    expect(dismissed).toMatchObject({
      status: 'dismissed',
      dismissed: { reason: 'Not this month.', until: after(30 * days), by: { type: 'user' }, at: after(0) },
    });
    await house.pass(30 * days - hours);
    expect(await house.get(who, path)).toMatchObject({ status: 'dismissed' });
    await house.pass(hours);
    expect(await house.get(who, path)).toMatchObject({ status: 'open', dismissed: { reason: 'Not this month.' } });
    expect(await house.all(who)).toHaveLength(1);
  });

  test('stays away though its cause goes and comes back, and is done if it is gone at its date', async () => {
    const { who, cluster, path } = await open();
    await house.post(who, `${path}/dismiss`, { reason: 'I know.', until: after(2 * days) });
    cluster.issues = [];
    await house.pass(hours);
    cluster.issues = [cause()];
    await house.pass(hours);
    expect(await house.all(who)).toMatchObject([{ status: 'dismissed' }]);
    cluster.issues = [];
    await house.pass(2 * days);
    expect(await house.all(who)).toMatchObject([{ status: 'done', done_at: after(0) }]);
  });

  test('is so for a year at most, and not until yesterday', async () => {
    const { who, path } = await open();
    for (const until of [after(-1), after(365 * days + 1)]) {
      const { status, body } = await house.ask(who, 'POST', `${path}/dismiss`, { reason: 'x', until });
      expect([status, body.error.details[0].field]).toEqual([422, 'until']);
    }
    expect((await house.ask(who, 'POST', `${path}/dismiss`, {})).status).toBe(422);
    expect((await house.ask(who, 'POST', `${path}/dismiss`, { reason: 'x', until: after(365 * days) })).status).toBe(
      200,
    );
  });
});

describe('a step that cannot be taken', () => {
  const refused = async (who: Person, path: string, step: string) => {
    const { status, body } = await house.ask(who, 'POST', `${path}/${step}`, step === 'dismiss' ? { reason: 'x' } : {});
    expect([status, body.error.code]).toEqual([409, 'invalid_state']);
    return body.error.message;
  };

  test('is refused, and both states are named', async () => {
    const { who, cluster, path } = await open();
    await house.post(who, `${path}/accept`);
    expect(await refused(who, path, 'accept')).toBe(
      'The recommendation is accepted: it cannot be accepted. Only one that is open can.',
    );
    await house.post(who, `${path}/dismiss`, { reason: 'Never mind.' });
    expect(await refused(who, path, 'accept')).toContain('is dismissed');
    expect(await refused(who, path, 'dismiss')).toContain('Only one that is open or accepted can.');
    cluster.issues = [];
    await house.pass(31 * days);
    for (const step of ['accept', 'dismiss']) expect(await refused(who, path, step)).toContain('is done');
  });

  test('needs the scope actions', async () => {
    const { who, path } = await open();
    const reader: Person = { ...who, claims: { ...who.claims, scopes: ['read', 'agents', 'admin'] } };
    for (const step of ['accept', 'dismiss'])
      expect((await house.ask(reader, 'POST', `${path}/${step}`, { reason: 'x' })).status).toBe(403);
  });
});

describe('a list', () => {
  test('is narrowed by status, kind, cluster and severity, with exact totals', async () => {
    const { who, cluster, path } = await open();
    cluster.issues = [cause(), issue('oom_killed', object('Deployment', 'cart'))];
    await house.pass(hours);
    await house.post(who, `${path}/accept`);
    const totalOf = async (query: string) => (await house.get(who, `${recommendations}?${query}`)).total;
    expect(await totalOf('')).toBe(2);
    expect(await totalOf('status=open,accepted')).toBe(2);
    expect(await totalOf('status=accepted&kind=missing_right')).toBe(1);
    expect(await totalOf('kind=memory_limit&status=accepted')).toBe(0);
    expect(await totalOf('severity=high')).toBe(1);
    expect(await totalOf(`cluster_id=${cluster.id}`)).toBe(2);
    expect(await totalOf(`cluster_id=${randomUUID()}`)).toBe(0);
  });
});

describe('a role limited to a cluster', () => {
  test('sees and answers what is about it, and nothing else', async () => {
    const { who: owner, tenantId, cluster, path } = await open();
    const second = house.neighbours.cluster(tenantId);
    second.issues = [cause('a'), cause('b')];
    await house.round();
    const who: Person = { tenantId, claims: { ...owner.claims, cluster_ids: [second.id] } };
    const seen = await house.get(who, recommendations);
    expect([seen.total, seen.data.every((one: { cluster_id: string }) => one.cluster_id === second.id)]).toEqual([
      2,
      true,
    ]);
    expect(await house.get(who, `${recommendations}?cluster_id=${cluster.id}`)).toMatchObject({ total: 0 });
    for (const one of [path, `${recommendations}/${randomUUID()}`]) {
      expect((await house.ask(who, 'GET', one)).status).toBe(404);
      expect((await house.ask(who, 'POST', `${one}/accept`)).status).toBe(404);
      expect((await house.ask(who, 'POST', `${one}/dismiss`, { reason: 'x' })).status).toBe(404);
    }
    expect(await house.post(who, `${recommendations}/${seen.data[0].id}/accept`)).toMatchObject({ status: 'accepted' });
    const inSpace: Person = { tenantId, claims: { ...owner.claims, cloudspace_ids: [randomUUID()] } };
    expect(await house.get(inSpace, recommendations)).toMatchObject({ total: 0 });
  });
});

describe('another tenant', () => {
  test('sees nothing, and changes nothing', async () => {
    const [mine, other] = [await open(), house.place()];
    expect(await house.get(other.who, recommendations)).toMatchObject({ total: 0, data: [] });
    const foreign = await house.ask(other.who, 'GET', mine.path);
    const never = await house.ask(other.who, 'GET', `${recommendations}/${randomUUID()}`);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    for (const step of ['accept', 'dismiss'])
      expect((await house.ask(other.who, 'POST', `${mine.path}/${step}`, { reason: 'x' })).status).toBe(
        step === 'accept' ? 422 : 404,
      );
    expect((await house.ask(other.who, 'POST', `${mine.path}/accept`)).status).toBe(404);
    expect(await house.get(mine.who, mine.path)).toMatchObject({ status: 'open' });
  });

  test('keeps all it has when one is deleted, which keeps nothing', async () => {
    const [gone, kept] = [await open(), await open()];
    const left = async ({ tenantId }: Place) => {
      const rows = await house.db.tenant(tenantId, (db) =>
        db.query('SELECT 1 FROM agent_recommendation.recommendations WHERE tenant_id = kit.tenant()'),
      );
      const rounds = await house.db.look('SELECT 1 FROM agent_recommendation.cluster_rounds WHERE tenant_id = $1', [
        tenantId,
      ]);
      return [rows.length, rounds.length];
    };
    expect([await left(gone), await left(kept)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    house.neighbours.remove(gone.cluster.id);
    await house.deleteTenant(gone.tenantId);
    await eventually(async () => expect(await left(gone)).toEqual([0, 0]));
    expect(await left(kept)).toEqual([1, 1]);
  });
});
