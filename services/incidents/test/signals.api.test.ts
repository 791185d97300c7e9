import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type House,
  hours,
  incidents,
  minutes,
  type Person,
  type Place,
  seconds,
  signals,
  startHouse,
} from './house.ts';
import { deployment } from './said.ts';

/** Signals from outside. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const one = (more: object = {}) => ({
  key: randomUUID(),
  rule: 'latency',
  severity: 'high',
  message: 'p95 above 2 s',
  ...more,
});
const send = (who: Person, ...sent: object[]) => house.ask(who, 'POST', signals, { signals: sent });
const all = async (who: Person) => (await house.get(who, incidents)).data;
/** Of a sender of alerts; bound to a cluster, or not. */
const sender = ({ tenantId }: Place, clusterId?: string): Person => {
  const id = randomUUID();
  const limit = clusterId === undefined ? {} : { cluster_ids: [clusterId] };
  return { tenantId, claims: { kind: 'ingest', sub: id, cid: id, scopes: [], purpose: 'signals', ...limit } };
};
const past = (ms: number) => new Date(house.clock.now().getTime() - ms).toISOString();

describe('programs', () => {
  test('send five hundred at once, and once more under the same key: all are counted once', async () => {
    const { who } = await house.place();
    const many = Array.from({ length: 500 }, (_, index) =>
      one({ object: deployment(`app-${index % 20}`), rule: `rule_${index % 5}` }),
    );
    const key = { 'idempotency-key': 'batch-1' };
    const first = await house.ask(who, 'POST', signals, { signals: many }, key);
    expect(first).toMatchObject({ status: 202, body: { accepted: 500, suppressed: 0 } });
    const again = await house.ask(who, 'POST', signals, { signals: many }, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    // By their own keys too.
    house.clock.advance(seconds);
    expect((await send(who, ...many)).status).toBe(202);
    const { data, total } = await house.get(who, `${incidents}?limit=200`);
    expect(total).toBe(20);
    expect(
      data.map((incident: { signal_count: number; firing: number }) => [incident.signal_count, incident.firing]),
    ).toEqual(Array.from({ length: 20 }, () => [25, 25]));
    expect((await send(who, ...many, one())).status).toBe(422);
    expect((await send(who)).status).toBe(422);
  });

  test('begin a signal, end it and begin it again in one batch, in whatever order it comes', async () => {
    const { who } = await house.place();
    const key = 'k';
    const at = (ms: number, state = 'firing') => one({ key, state, at: past(ms), object: deployment('checkout') });
    await send(who, at(minutes), at(3 * minutes), at(2 * minutes, 'ended'));
    expect(await all(who)).toMatchObject([{ signal_count: 2, firing: 1, started_at: past(3 * minutes) }]);
  });

  test('say what belongs together where there is no object', async () => {
    const { who } = await house.place();
    await send(
      who,
      one({ service: 'pay' }),
      one({ service: 'pay', message: 'p99' }),
      one({ service: 'cart', message: 'cart is slow' }),
    );
    await send(
      who,
      one({ group: 'db', rule: 'locks', message: 'locks' }),
      one({ group: 'db', rule: 'disk', message: 'disk' }),
    );
    const found = (await all(who)).map(({ title, affected_service, signal_count, object }: Record<string, unknown>) => [
      title,
      affected_service,
      signal_count,
      object,
    ]);
    expect(found.toReversed()).toEqual([
      ['p95 above 2 s', 'pay', 2, null],
      ['cart is slow', 'cart', 1, null],
      ['locks', '', 2, null],
    ]);
  });

  test('with words that nobody can read still get an incident with a name', async () => {
    const { who } = await house.place();
    await send(who, one({ message: ' \n ', rule: 'disk_full' }));
    expect(await all(who)).toMatchObject([{ title: 'disk_full: disk full' }]);
  });

  test.for([
    [{ message: 'x'.repeat(501) }, 'message'],
    [{ message: 'a\u0000' }, 'message'],
    [{ key: '' }, 'key'],
    [{ key: '\ud800' }, 'key'],
    [{ severity: 'urgent' }, 'severity'],
    [{ object: { kind: 'Deployment', namespace: 'Shop', name: 'a' } }, 'object'],
    [{ nodes: Array.from({ length: 11 }, (_, index) => `n${index}`) }, 'nodes'],
    [{ at: 'yesterday' }, 'at'],
  ] as const)('are told what is wrong with %j', async ([more, field]) => {
    const { who } = await house.place();
    const { status, body } = await send(who, one(), one(more));
    expect(status).toBe(422);
    expect(body.error.details[0].field).toContain(`signals.1.${field}`);
    expect(await all(who)).toEqual([]);
  });

  test('whose clocks go wrong are believed that it is now', async () => {
    const { who } = await house.place();
    const ahead = new Date(house.clock.now().getTime() + hours).toISOString();
    for (const at of ['0001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '1970-01-01T00:10:00Z', ahead])
      expect(
        (await send(who, one({ at, object: deployment(`at-${at.slice(0, 4)}-${at.slice(12, 16).replace(':', '')}`) })))
          .status,
      ).toBe(202);
    const started = (await all(who)).map(({ started_at }: { started_at: string }) => started_at);
    expect(started).toEqual(Array.from({ length: 4 }, () => past(0)));
  });
});

describe('which cluster they are about', () => {
  const problem = (code: string) => ({
    status: 422,
    body: { error: { code: 'validation_failed', details: [{ field: 'cluster_id', code }] } },
  });

  test('is the only one there is, the only one of the token, or the one that is said', async () => {
    const place = await house.place();
    const { who, tenantId, clusterId } = place;
    expect((await send(who, one({ object: deployment('a') }))).status).toBe(202);
    const second = house.neighbours.cluster(tenantId);
    expect(await send(who, one())).toMatchObject(problem('required'));
    expect((await send(who, one({ object: deployment('b'), cluster_id: second }))).status).toBe(202);
    expect((await send(sender(place, second), one({ object: deployment('c') }))).status).toBe(202);
    const both = one({ object: deployment('d'), cluster_id: clusterId.toUpperCase() });
    expect((await send(sender(place), both, one({ object: deployment('e'), cluster_id: second }))).status).toBe(202);
    const found = (await all(who)).map(({ object, cluster_id }: { object: { name: string }; cluster_id: string }) => [
      object.name,
      cluster_id,
    ]);
    expect(found.toSorted()).toEqual([
      ['a', clusterId],
      ['b', second],
      ['c', second],
      ['d', clusterId],
      ['e', second],
    ]);
  });

  test('cannot be another than the token’s, or another tenant’s, or none', async () => {
    const [place, other] = [await house.place(), await house.place()];
    const second = house.neighbours.cluster(place.tenantId);
    expect((await send(sender(place, second), one({ cluster_id: place.clusterId }))).status).toBe(404);
    expect((await send(sender(place, second), one({ cluster_id: randomUUID() }))).status).toBe(404);
    for (const cluster_id of [other.clusterId, randomUUID()])
      expect(await send(place.who, one({ cluster_id }))).toMatchObject(problem('unknown'));
    const nothing = { tenantId: randomUUID(), claims: {} };
    expect(await send(nothing, one())).toMatchObject(problem('required'));
    expect(await all(other.who)).toEqual([]);
  });
});

describe('a token for signals', () => {
  test('sends them, and is refused everywhere else', async () => {
    const place = await house.place();
    const { clusterId } = place;
    const who = sender(place, clusterId);
    expect((await send(who, one({ object: deployment('checkout') }))).status).toBe(202);
    const [{ id }] = await all(place.who);
    const elsewhere = [
      ['GET', incidents],
      ['GET', `${incidents}/${id}`],
      ['POST', incidents],
      ['POST', `${incidents}/${id}/acknowledge`],
      ['GET', '/api/v1/maintenance-windows'],
      ['PATCH', '/api/v1/settings'],
    ] as const;
    for (const [method, path] of elsewhere)
      expect(await house.ask(who, method, path)).toMatchObject({
        status: 403,
        body: { error: { code: 'insufficient_scope' } },
      });
  });

  test('made for something else sends none; neither does a reader', async () => {
    const place = await house.place();
    const other = { tenantId: place.tenantId, claims: { kind: 'ingest', scopes: [], purpose: 'telemetry' } } as never;
    const reader: Person = { tenantId: place.tenantId, claims: { scopes: ['read', 'deploy', 'admin'] } };
    for (const who of [other, reader])
      for (const path of [signals, `${signals}/alertmanager`])
        expect(await house.ask(who, 'POST', path, {})).toMatchObject({
          status: 403,
          body: { error: { code: 'insufficient_scope' } },
        });
    expect((await house.ask(undefined, 'POST', signals, {})).status).toBe(401);
  });
});

describe('Alertmanager', () => {
  interface Alert {
    readonly status?: 'firing' | 'resolved';
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly startsAt?: string;
    readonly endsAt?: string;
    readonly fingerprint?: string;
  }

  /** As it sends it: version 4. */
  const body = (...alerts: readonly Alert[]) => ({
    version: '4',
    groupKey: '{}:{alertname="KubePodCrashLooping"}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'wheelhouse',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager:9093',
    alerts: alerts.map(({ labels, ...alert }) => ({
      status: 'firing',
      labels: {
        alertname: 'KubeDeploymentReplicasMismatch',
        namespace: 'shop',
        deployment: 'checkout',
        severity: 'warning',
        ...labels,
      },
      annotations: { summary: 'checkout has 1 of 3 replicas', description: 'For 15 minutes.' },
      startsAt: past(minutes),
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus:9090/graph',
      fingerprint: 'a1b2c3d4e5f60718',
      ...alert,
    })),
  });
  const tell = (who: Person, sent: object, query = '') =>
    house.ask(who, 'POST', `${signals}/alertmanager${query}`, sent);

  test('sends its own body: an alert is a signal under its fingerprint, and a repeat of it is none', async () => {
    const place = await house.place();
    const { who } = place;
    const fires = body({});
    expect(await tell(sender(place), fires)).toMatchObject({ status: 202, body: { accepted: 1, suppressed: 0 } });
    const [found] = await all(who);
    expect(found).toMatchObject({
      title: 'checkout has 1 of 3 replicas',
      severity: 'medium',
      source: 'alertmanager',
      object: deployment('checkout'),
      namespace: 'shop',
      started_at: past(minutes),
      signal_count: 1,
      firing: 1,
    });
    const signal = (await house.get(who, `${incidents}/${found.id}/signals`)).data[0];
    expect(signal).toMatchObject({
      key: 'a1b2c3d4e5f60718',
      rule: 'KubeDeploymentReplicasMismatch',
      message: 'For 15 minutes.',
    });
    for (let time = 0; time < 3; time += 1) {
      house.clock.advance(4 * hours);
      await tell(who, fires);
    }
    expect(await all(who)).toMatchObject([{ signal_count: 1, firing: 1 }]);
    const ended = house.clock.now().toISOString();
    const ends = { ...fires, alerts: fires.alerts.map((alert) => ({ ...alert, status: 'resolved', endsAt: ended })) };
    house.clock.advance(seconds);
    await tell(who, ends);
    await tell(who, ends);
    // A notification from before comes once more.
    await tell(who, fires);
    expect(await all(who)).toMatchObject([{ signal_count: 1, firing: 0, quiet_since: past(0) }]);
    house.clock.advance(minutes);
    await tell(who, body({ startsAt: past(0) }));
    expect(await all(who)).toMatchObject([{ signal_count: 2, firing: 1 }]);
  });

  test('of two clusters tells of the same fingerprint for each', async () => {
    const place = await house.place();
    const second = house.neighbours.cluster(place.tenantId);
    await tell(sender(place, place.clusterId), body({}));
    await tell(sender(place), body({}), `?cluster_id=${second}`);
    await tell(sender(place, second), body({ status: 'resolved', endsAt: past(0) }));
    const found = (await all(place.who)).map(({ cluster_id, firing }: Record<string, unknown>) => [cluster_id, firing]);
    expect(Object.fromEntries(found)).toEqual({ [place.clusterId]: 1, [second]: 0 });
    expect((await tell(sender(place), body({}))).status).toBe(422);
  });

  test.for([
    ['critical', 'critical'],
    ['high', 'high'],
    ['error', 'high'],
    ['page', 'high'],
    ['Warning', 'medium'],
    ['notice', 'low'],
    ['constructor', 'low'],
    ['info', undefined],
    ['none', undefined],
  ])('calls %s %s', async ([word = '', severity]) => {
    const { who } = await house.place();
    await tell(who, body({ labels: { severity: word } }));
    expect(await all(who)).toMatchObject(severity === undefined ? [] : [{ severity }]);
  });

  test.for([
    [
      { deployment: '', pod: 'web-7c9f-x2v4q' },
      { kind: 'Pod', namespace: 'shop', name: 'web-7c9f-x2v4q' },
    ],
    [
      { deployment: '', statefulset: 'db' },
      { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
    ],
    [
      { deployment: '', job_name: 'report-29012345' },
      { kind: 'CronJob', namespace: 'shop', name: 'report' },
    ],
    [
      { deployment: '', node: 'a' },
      { kind: 'Node', namespace: null, name: 'a' },
    ],
    [{ deployment: '' }, null],
    [{ deployment: 'Not A Name' }, null],
    [{ namespace: 'Not A Namespace' }, null],
  ])('labels %j name %j', async ([labels, object]) => {
    const { who } = await house.place();
    await tell(who, body({ labels: labels as Record<string, string> }));
    expect(await all(who)).toMatchObject([{ object }]);
  });

  test('with hostile labels and annotations is taken as text, of a bounded length', async () => {
    const { who } = await house.place();
    const long = '\ud83d'.repeat(3_000);
    const hostile = body(
      {
        labels: {
          alertname: `\u0000${'a'.repeat(3_000)}`,
          deployment: '',
          service: `<b>\u0000${long}`,
          namespace: 'x'.repeat(3_000),
          severity: 'critical',
        },
        annotations: { summary: `<script>\n\u202e${long}`, description: `\u0000${long}` },
      },
      { fingerprint: 'b', labels: { alertname: ' ', deployment: '' }, annotations: { summary: ' ' } },
    );
    expect(await tell(who, hostile)).toMatchObject({ status: 202, body: { accepted: 2 } });
    const found = await all(who);
    expect(
      found.map(({ title, affected_service, namespace }: Record<string, string>) => [
        Array.from(title ?? '').length,
        (affected_service ?? '').slice(0, 4),
        namespace,
      ]),
    ).toEqual([
      [5, '', 'shop'],
      [200, '<b> ', ''],
    ]);
    for (const { id } of found) await house.get(who, `${incidents}/${id}/signals`);
  });

  test('in another version’s words is told what is wrong', async () => {
    const { who } = await house.place();
    expect(await tell(who, { alerts: [{ status: 'firing', labels: {} }] })).toMatchObject({ status: 422 });
    expect(await tell(who, { version: '4' })).toMatchObject({ status: 422 });
    expect(await tell(who, { version: '4', alerts: [] })).toMatchObject({ status: 202, body: { accepted: 0 } });
  });
});
