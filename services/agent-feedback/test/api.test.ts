import { randomUUID } from 'node:crypto';
import { builtInRuleId, judgedVerdicts } from '@wheelhouse/contracts';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, type House, type Person, type Place, records, startHouse, verdicts } from './house.ts';
import { actionOf, ended, incident, phase, ruleId } from './said.ts';

/** What people and modules ask for. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const now = () => house.clock.now();

/** A final verdict of an action that failed. */
async function failed(place: Place, more: Parameters<typeof actionOf>[1] = {}): Promise<string> {
  const action = actionOf(place.clusterId, more);
  await house.say(place.tenantId, ended(action, now(), now(), { status: 'failed' }));
  await house.round();
  const { data } = await house.get(place.who, verdicts);
  return data.find((one: { decision_id: string }) => one.decision_id === action.decision_id).id;
}

async function pending(place: Place): Promise<string> {
  const action = actionOf(place.clusterId);
  await house.say(place.tenantId, ended(action, now(), now()));
  await house.round();
  return (await house.get(place.who, verdicts)).data[0].id;
}

const overrule = (who: Person, id: string, verdict: string, note = 'I looked at it.', headers = {}) =>
  house.ask(who, 'POST', `${verdicts}/${id}/overrule`, { verdict, note }, headers);

describe('a verdict', () => {
  test('is overruled by a person, who is told with it, and what was measured is kept', async () => {
    const place = house.place();
    const id = await failed(place);
    const { body, status } = await overrule(place.who, id, 'cured');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verdict: 'cured',
      summary: 'The action failed.',
      measured: { verdict: 'failed', summary: 'The action failed.' },
      overruled_by: { type: 'user', id: place.who.claims.sub },
      note: 'I looked at it.',
    });
    const told = await house.told(place.tenantId);
    expect(told.map(({ verdict, overruled, verdict_id }) => [verdict, overruled, verdict_id])).toEqual([
      ['failed', false, id],
      ['cured', true, id],
    ]);
    // Whoever hears them in the wrong order goes by the later one.
    expect((told[1]?.reached_at ?? '') > (told[0]?.reached_at ?? '')).toBe(true);
    expect((await overrule(place.who, id, 'not_run', 'It was a test.')).body.verdict).toBe('not_run');
  });

  test('cannot be overruled while it is pending', async () => {
    const place = house.place();
    const id = await pending(place);
    const { final_by: finalBy } = await house.get(place.who, `${verdicts}/${id}`);
    const { status, body } = await overrule(place.who, id, 'cured');
    expect([status, body.error.code]).toEqual([409, 'invalid_state']);
    expect(body.error.message).toContain(`at ${finalBy} at the latest`);
  });

  test('is overruled only as it was seen, by words there are, with a reason', async () => {
    const place = house.place();
    const id = await failed(place);
    const { headers } = await house.ask(place.who, 'GET', `${verdicts}/${id}`);
    const etag = { 'if-match': headers.get('etag') ?? '' };
    expect((await overrule(place.who, id, 'cured', 'yes', etag)).status).toBe(200);
    expect((await overrule(place.who, id, 'failed', 'no', etag)).status).toBe(412);
    expect((await overrule(place.who, id, 'unknown')).status).toBe(422);
    expect((await overrule(place.who, id, 'cured', ' ')).status).toBe(422);
  });

  test('needs the scope actions to be overruled', async () => {
    const place = house.place();
    const id = await failed(place);
    const reader: Person = { ...place.who, claims: { ...place.who.claims, scopes: ['read', 'agents', 'admin'] } };
    expect((await overrule(reader, id, 'cured')).status).toBe(403);
  });

  test('is found by what it is about', async () => {
    const place = house.place();
    const incidentId = randomUUID();
    const rule = builtInRuleId('dead_node');
    const node = { action: 'cordon_node', target: { node_name: 'a' } } as const;
    await failed(place);
    await failed(place, { incident_id: incidentId });
    await failed(place, { ...node, proposed_by: { type: 'rule', id: rule } });
    await pending(place);
    const totalOf = async (query: string) => (await house.get(place.who, `${verdicts}?${query}`)).total;
    expect(await totalOf('')).toBe(4);
    expect(await totalOf('verdict=failed')).toBe(3);
    expect(await totalOf('verdict=cured')).toBe(0);
    expect(await totalOf('state=pending')).toBe(1);
    expect(await totalOf(`incident_id=${incidentId}`)).toBe(1);
    expect(await totalOf(`rule_id=${rule}`)).toBe(1);
    expect(await totalOf('action=restart_pod&verdict=failed')).toBe(2);
    expect(await totalOf(`cluster_id=${randomUUID()}`)).toBe(0);
    expect(await totalOf(`created_before=${now().toISOString()}`)).toBe(0);
  });
});

describe('track records', () => {
  /** Counted anew, row by row. */
  async function recount({ tenantId }: Place) {
    const rows = await house.db.tenant(tenantId, (db) =>
      db.query<{ rule_id: string; action: string; verdict: string }>(
        `SELECT rule_id, action, verdict FROM agent_feedback.verdicts
         WHERE tenant_id = kit.tenant() AND rule_id IS NOT NULL AND state = 'final' ORDER BY id DESC`,
      ),
    );
    const judged = rows.filter(({ verdict }) => judgedVerdicts.some((one) => one === verdict));
    const groups = Map.groupBy(judged, ({ rule_id, action }) => `${rule_id} ${action}`);
    return [...groups.values()]
      .map((group) => group.slice(0, 50))
      .map((group) => ({
        rule_id: group[0]?.rule_id,
        action: group[0]?.action,
        judged: group.length,
        cured: group.filter(({ verdict }) => verdict === 'cured').length,
        by_verdict: Object.fromEntries(
          judgedVerdicts.map((word) => [word, group.filter(({ verdict }) => verdict === word).length]),
        ),
      }));
  }

  const shownTo = async (who: Person) => (await house.get(who, records)).data;

  test('count what was judged, of each rule and kind, as a recount does', async () => {
    const place = house.place();
    const other = { type: 'rule', id: builtInRuleId('failing_node') } as const;
    const node = { action: 'drain_node', target: { node_name: 'a' }, proposed_by: other } as const;
    for (let time = 0; time < 3; time += 1) await failed(place);
    const id = await failed(place);
    await failed(place, node);
    // None of these counts: not judged, not final, not by a rule.
    await house.say(place.tenantId, ended(actionOf(place.clusterId), null, now(), { status: 'rejected' }));
    await failed(place, { proposed_by: { type: 'agent_run', id: randomUUID() } });
    await pending(place);
    await overrule(place.who, id, 'cured');
    const found = await shownTo(place.who);
    expect(found).toMatchObject([
      { rule_id: ruleId, action: 'restart_pod', judged: 4, cured: 1, by_verdict: { failed: 3, cured: 1, worse: 0 } },
      { rule_id: other.id, action: 'drain_node', judged: 1, cured: 0, last_verdict: 'failed' },
    ]);
    const counted = await recount(place);
    for (const one of counted) expect(found).toContainEqual(expect.objectContaining(one));
    expect(found).toHaveLength(counted.length);
    const { body, status } = await house.asModule('agent-analysis', place.tenantId, '/internal/v1/track-records');
    expect([status, body.data]).toEqual([200, found]);
  });

  test('follow what a person says against what was measured', async () => {
    const place = house.place();
    const id = await failed(place);
    const recordOf = async () => (await shownTo(place.who))[0];
    expect(await recordOf()).toMatchObject({ judged: 1, cured: 0, by_verdict: { failed: 1 } });
    await overrule(place.who, id, 'cured');
    expect(await recordOf()).toMatchObject({ judged: 1, cured: 1, by_verdict: { failed: 0, cured: 1 } });
    await overrule(place.who, id, 'not_run');
    expect(await recordOf()).toBeUndefined();
  });

  test('are of the last fifty, within ninety days', async () => {
    const place = house.place();
    await house.say(
      place.tenantId,
      ...Array.from({ length: 55 }, () => ended(actionOf(place.clusterId), now(), now(), { status: 'failed' })),
    );
    await house.round();
    expect(await shownTo(place.who)).toMatchObject([{ judged: 50, by_verdict: { failed: 50 } }]);
    expect(await shownTo(place.who)).toMatchObject(await recount(place));
    house.clock.advance(91 * days);
    expect(await shownTo(place.who)).toEqual([]);
    await failed(place);
    expect(await shownTo(place.who)).toMatchObject([{ judged: 1 }]);
  });
});

describe('ratings', () => {
  const rate = (who: Person, body: object) => house.ask(who, 'POST', '/api/v1/ratings', body);
  const stored = ({ tenantId }: Place) =>
    house.db.tenant(tenantId, (db) =>
      db.query(
        'SELECT kind, helpful, note FROM agent_feedback.ratings WHERE tenant_id = kit.tenant() ORDER BY kind, note',
      ),
    );

  test('are one per person and thing, the last one', async () => {
    const place = house.place();
    const analysis = randomUUID();
    const first = await rate(place.who, { analysis_id: analysis, helpful: false, note: 'It saw nothing.' });
    expect(first).toMatchObject({
      status: 201,
      body: {
        analysis_id: analysis,
        run_id: null,
        helpful: false,
        rated_by: { type: 'user', id: place.who.claims.sub },
      },
    });
    await rate(place.who, { analysis_id: analysis.toUpperCase(), helpful: true });
    await rate({ ...place.who, claims: { sub: randomUUID() } }, { analysis_id: analysis, helpful: false, note: 'no' });
    await rate(place.who, { run_id: analysis, helpful: true });
    expect(await stored(place)).toEqual([
      { kind: 'analysis', helpful: false, note: 'no' },
      { kind: 'analysis', helpful: true, note: null },
      { kind: 'run', helpful: true, note: null },
    ]);
  });

  test('name one thing, and need the scope agents', async () => {
    const { who } = house.place();
    for (const body of [{ helpful: true }, { helpful: true, analysis_id: randomUUID(), run_id: randomUUID() }])
      expect((await rate(who, body)).status).toBe(422);
    const reader: Person = { ...who, claims: { ...who.claims, scopes: ['read', 'actions'] } };
    expect((await rate(reader, { helpful: true, run_id: randomUUID() })).status).toBe(403);
  });
});

describe('settings', () => {
  test('are the windows of verdicts on actions that end from then on', async () => {
    const place = house.place();
    const { who } = place;
    expect(await house.get(who, '/api/v1/settings')).toEqual({ cured_within_seconds: 600, stays_seconds: 1_800 });
    const before = await pending(place);
    const { status, body } = await house.ask(who, 'PATCH', '/api/v1/settings', { cured_within_seconds: 60 });
    expect([status, body]).toEqual([200, { cured_within_seconds: 60, stays_seconds: 1_800 }]);
    const after = await pending(place);
    await house.pass(76_000);
    const stateOf = async (id: string) => (await house.get(who, `${verdicts}/${id}`)).state;
    expect([await stateOf(before), await stateOf(after)]).toEqual(['pending', 'final']);
    expect((await house.ask(who, 'PATCH', '/api/v1/settings', { stays_seconds: 1 })).status).toBe(422);
  });
});

describe('a role limited to a cluster', () => {
  test('sees, counts and overrules there, and nowhere else', async () => {
    const place = house.place();
    const elsewhere = { ...place, clusterId: randomUUID() };
    const [mine, other] = [await failed(place), await failed(elsewhere)];
    await failed(elsewhere);
    const who: Person = { ...place.who, claims: { ...place.who.claims, cluster_ids: [place.clusterId] } };
    expect(await house.get(who, verdicts)).toMatchObject({ total: 1, data: [{ id: mine }] });
    expect(await house.get(who, `${verdicts}?verdict=failed`)).toMatchObject({ total: 1 });
    expect(await house.get(who, `${verdicts}?cluster_id=${elsewhere.clusterId}`)).toMatchObject({ total: 0 });
    expect((await house.get(who, records)).data).toMatchObject([{ judged: 1 }]);
    for (const id of [other, randomUUID()]) {
      expect((await house.ask(who, 'GET', `${verdicts}/${id}`)).status).toBe(404);
      expect((await overrule(who, id, 'cured')).status).toBe(404);
    }
    expect((await overrule(who, mine, 'cured')).status).toBe(200);
    expect((await house.ask(who, 'PATCH', '/api/v1/settings', { stays_seconds: 60 })).status).toBe(403);
    const inSpace: Person = { ...place.who, claims: { ...place.who.claims, cloudspace_ids: [randomUUID()] } };
    expect(await house.get(inSpace, verdicts)).toMatchObject({ total: 0 });
    expect((await house.get(inSpace, records)).data).toEqual([]);
  });
});

describe('another tenant', () => {
  test('sees nothing, and changes nothing', async () => {
    const [place, other] = [house.place(), house.place()];
    const id = await failed(place);
    expect(await house.get(other.who, verdicts)).toMatchObject({ total: 0, data: [] });
    expect((await house.get(other.who, records)).data).toEqual([]);
    const foreign = await house.ask(other.who, 'GET', `${verdicts}/${id}`);
    const never = await house.ask(other.who, 'GET', `${verdicts}/${randomUUID()}`);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    expect((await overrule(other.who, id, 'cured')).status).toBe(404);
    expect((await house.get(place.who, `${verdicts}/${id}`)).verdict).toBe('failed');
  });

  test('keeps all it has when one is deleted, which keeps nothing', async () => {
    const [gone, kept] = [house.place(), house.place()];
    for (const place of [gone, kept]) {
      await failed(place);
      await pending(place);
      const action = actionOf(place.clusterId);
      await house.say(place.tenantId, incident(action, 'quiet', now()), phase(place.clusterId, 'Ready', now()));
      await house.post(place.who, '/api/v1/ratings', { run_id: randomUUID(), helpful: true });
      await house.ask(place.who, 'PATCH', '/api/v1/settings', { stays_seconds: 60 });
    }
    const left = async ({ tenantId }: Place) => {
      const { rows } = await asOwner(house.database.ownerUrl, (client) =>
        client.query(
          `SELECT table_name FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
           WHERE table_schema = 'agent_feedback' AND column_name = 'tenant_id' AND table_type = 'BASE TABLE'
             AND table_name !~ '(^verdicts_|outbox|counters|inbox|idempotency|deleted_tenants|suspended|letters|held)'`,
        ),
      );
      return asOwner(house.database.ownerUrl, async (client) => {
        const counts: [string, boolean][] = [];
        for (const { table_name: table } of rows) {
          const { rowCount } = await client.query(`SELECT 1 FROM agent_feedback.${table} WHERE tenant_id = $1`, [
            tenantId,
          ]);
          counts.push([table, (rowCount ?? 0) > 0]);
        }
        return Object.fromEntries(counts);
      });
    };
    const before = await left(kept);
    expect(Object.entries(before).filter(([, has]) => !has)).toEqual([]);
    expect(Object.keys(before)).toHaveLength(9);
    house.neighbours.gone.add(gone.tenantId);
    const said = { source: 'auth', type: 'internal.tenant_deleted', data: { tenant_id: gone.tenantId } } as const;
    await house.say(gone.tenantId, said);
    await eventually(async () => expect(Object.values(await left(gone)).some(Boolean)).toBe(false));
    expect(await left(kept)).toEqual(before);
  });
});
