import { type EventType, eventTypes, exampleEnvelope } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { hiddenKey, render, renderAgain, renderingOf } from '../../src/formats/render.ts';
import { type Product, stands } from './stand-in.ts';

const routingKey = 'e93facc04764012d7bfb002500d5d1a6';
const products: readonly Product[] = ['slack', 'teams', 'pagerduty'];

const eventOf = (type: EventType, data: object = {}) =>
  JSON.stringify({ ...exampleEnvelope(type), data: { ...exampleEnvelope(type).data, ...data } });
const take = (product: Product, body: string, options: Parameters<typeof render>[2] = {}) =>
  stands[product](render(product, body, { routingKey, ...options }));
const sent = (product: Product, body: string, options: Parameters<typeof render>[2] = {}) =>
  JSON.parse(render(product, body, { routingKey, ...options }));

describe.each(products)('%s', (product) => {
  test.each(eventTypes)('takes %s and shows what it is about, with a link', (type) => {
    const taken = take(product, eventOf(type), { standing: 'begins' });
    expect(taken).toMatchObject({ status: product === 'slack' ? 200 : 202, injected: [] });
    expect(taken.links).toEqual([exampleEnvelope(type).data.url]);
    expect(taken.seen.join('\n').length).toBeGreaterThan(40);
  });

  test.each(hostileNames())('shows %s as the text it is', (_what, name, shown) => {
    const bodies = [
      eventOf('incident.created', { title: name, affected_service: name, category: name }),
      eventOf('action.pending', { plan_summary: name, reason: name }),
      eventOf('app.deploy_failed', { app_name: name, message: name, image: name }),
      eventOf('cluster.phase_changed', { name, message: name, to: 'Failed' }),
    ];
    for (const body of bodies) {
      const taken = take(product, body);
      expect(taken).toMatchObject({ status: product === 'slack' ? 200 : 202, injected: [] });
      expect(taken.seen.join('\n')).toContain(shown);
      for (const link of taken.links) expect(link).toMatch(/^https:\/\/wheelhouse\.example\.com\//);
      expect(taken.seen.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      for (const steers of ['\u0007', '\u001b']) expect(taken.seen.join('')).not.toContain(steers);
    }
  });

  test('has room for as much as an event can hold, and cuts the rest', () => {
    for (const filler of ['x', '<', '&', '"', '\u0001', '🚢']) {
      const long = filler.repeat(20_000);
      const data = { title: long, plan_summary: long, reason: long, message: long, app_name: long, name: long };
      const lines = Array.from({ length: 500 }, () => long.slice(0, 60)).join('\n');
      const taken = (type: EventType) =>
        take(product, eventOf(type, { ...data, message: lines }), { standing: 'begins' });
      for (const type of eventTypes)
        expect(taken(type)).toMatchObject({ status: product === 'slack' ? 200 : 202, injected: [] });
      for (const type of ['incident.created', 'app.deploy_failed'] as const)
        expect(taken(type).seen.join('')).toContain('…');
    }
  });

  test('says of a test that it is one', () => {
    for (const type of eventTypes) {
      const shown = take(product, eventOf(type), { isTest: true, standing: 'begins' }).seen.join('\n');
      expect(shown).toContain('Test: ');
      expect(shown).toContain('This is a test');
    }
  });

  test('takes an event of which only the type is known', () => {
    const body = JSON.stringify({ id: exampleEnvelope('action.pending').id, type: 'thing.happened', data: null });
    expect(take(product, body)).toMatchObject({ status: product === 'slack' ? 200 : 202 });
    expect(take(product, body).seen.join('\n')).toContain('Thing happened');
  });

  test('links to nothing but pages', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not a link', 7, undefined])
      expect(take(product, eventOf('incident.created', { url })).links).toEqual([]);
  });
});

/** What it is, the name, and what of it people have to see. */
function hostileNames(): readonly (readonly [string, string, string])[] {
  return [
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a mention of a channel', '<!channel> <!here> @here', '<!channel> <!here> @here'],
    ['a mention of somebody', '<@U012AB3CD> <at>Everyone</at>', '<@U012AB3CD> <at>Everyone</at>'],
    ['a link', '<https://evil.example|approve here>', '<https://evil.example|approve here>'],
    ['a Markdown link', '[approve here](https://evil.example)', '[approve here](https://evil.example)'],
    ['formats', '*bold* _it_ ~no~ `code` > quote', '*bold* _it_ ~no~ `code` > quote'],
    ['entities', 'a &lt;b&gt; &amp; c', 'a &lt;b&gt; &amp; c'],
    ['turned text', 'safe\u202eexe.gpj', 'safe\\u202eexe.gpj'],
    ['an invisible character', 'check\u200bout', 'check\\u200bout'],
    ['half a character', 'broken \ud83d end', 'broken \\ud83d end'],
    ['control characters', 'bell\u0007 escape\u001b[31m', 'bell\\u0007 escape\\u001b[31m'],
  ];
}

describe('an approval', () => {
  test.each(products)('by %s shows the change in one line and leads to where it is approved', (product) => {
    const data = exampleEnvelope('action.pending').data as { readonly plan_summary: string; readonly url: string };
    const { seen, links } = take(product, eventOf('action.pending'));
    expect(seen.join('\n')).toContain(data.plan_summary);
    expect(seen.join('\n')).toContain('Approval needed: Drain Node prod-eu-node-7');
    expect(seen.join('\n')).toContain('Review and approve');
    expect(links).toEqual([data.url]);
  });

  test('without a plan says so', () => {
    const { seen } = take('slack', eventOf('action.pending', { plan_summary: null, confidence: null }));
    expect(seen.join('\n')).toContain('There is no plan yet');
    expect(seen.join('\n')).not.toContain('Confidence');
  });
});

describe('a pager', () => {
  const incident = exampleEnvelope('incident.created').data as { readonly incident_id: string };

  test.each([
    ['incident.created', 'open', 'trigger'],
    ['incident.updated', 'open', 'trigger'],
    ['incident.updated', 'acknowledged', 'acknowledge'],
    ['incident.updated', 'investigating', 'acknowledge'],
    ['incident.updated', 'mitigated', 'acknowledge'],
    ['incident.updated', 'resolved', 'resolve'],
    ['incident.resolved', 'resolved', 'resolve'],
    ['incident.resolved', 'closed', 'resolve'],
  ] as const)('is told of %s, %s, with %s and the id of the incident', (type, status, event_action) => {
    expect(sent('pagerduty', eventOf(type, { status }))).toMatchObject({
      routing_key: routingKey,
      event_action,
      dedup_key: incident.incident_id,
    });
  });

  test.each([
    ['critical', 'critical'],
    ['high', 'error'],
    ['medium', 'warning'],
    ['low', 'info'],
  ])('is told that %s is %s', (severity, expected) => {
    const { payload } = sent('pagerduty', eventOf('incident.created', { severity }));
    expect(payload).toMatchObject({
      severity: expected,
      summary: 'Checkout responds in 4.2 s instead of 0.3 s',
      component: 'checkout',
      group: 'shop',
      class: 'performance',
      timestamp: expect.any(String),
    });
  });

  test('is told how the incident stands now, whatever its event said', () => {
    const late = eventOf('incident.created');
    expect(sent('pagerduty', late, { standing: 'over' })).toMatchObject({ event_action: 'resolve' });
    expect(sent('pagerduty', late, { standing: 'in_hand' })).toMatchObject({ event_action: 'acknowledge' });
  });

  test('keeps tests apart from what is real', () => {
    const tried = sent('pagerduty', eventOf('incident.created'), { isTest: true });
    expect(tried).toMatchObject({ dedup_key: `test-${incident.incident_id}`, payload: { severity: 'info' } });
    expect(sent('pagerduty', eventOf('incident.resolved'), { isTest: true }).dedup_key).toBe(tried.dedup_key);
  });

  test.each([
    ['cluster.phase_changed', { to: 'Unreachable' }, { event_action: 'trigger', payload: { severity: 'critical' } }],
    ['cluster.phase_changed', { to: 'Ready' }, { event_action: 'resolve' }],
    ['app.deploy_failed', {}, { event_action: 'trigger', payload: { severity: 'error' } }],
    ['app.deployed', {}, { event_action: 'resolve' }],
    ['build.completed', { status: 'failed' }, { event_action: 'trigger' }],
    ['action.pending', {}, { event_action: 'trigger', payload: { severity: 'warning' } }],
    ['action.executed', {}, { event_action: 'resolve' }],
    ['action.executed', { status: 'failed' }, { event_action: 'trigger', payload: { severity: 'error' } }],
  ] as const)('is told of %s %j with the action that goes with it', (type, data, expected) => {
    expect(sent('pagerduty', eventOf(type, data))).toMatchObject(expected);
  });
});

describe('what was sent', () => {
  test.each(products)('by %s is made again from the same event, without the routing key', (product) => {
    for (const type of eventTypes) {
      const body = eventOf(type);
      const rendering = renderingOf(product, body);
      const again = renderAgain(product, body, rendering);
      expect(again).toBe(render(product, body, { routingKey }).replace(routingKey, hiddenKey));
      expect(again).not.toContain(routingKey);
    }
  });

  test('is not shown where this version would have made another of it', () => {
    const body = eventOf('incident.created');
    expect(renderAgain('slack', body, { hash: 'of another' })).toBeUndefined();
    expect(renderAgain('event', body, undefined)).toBe(body);
  });

  test('of a pager shows the standing it was sent with', () => {
    const body = eventOf('incident.created');
    const again = renderAgain('pagerduty', body, renderingOf('pagerduty', body, 'over'));
    expect(JSON.parse(again ?? '')).toEqual({
      routing_key: hiddenKey,
      event_action: 'resolve',
      dedup_key: expect.any(String),
    });
  });
});
