import { expect, test } from 'vitest';
import type { Incident } from './people.ts';
import { mostUpdates, shortestPause, type Told, toldAt, toldOtherwise } from './told.ts';

const incident = {
  id: 'a',
  cluster_id: 'c',
  title: 'Checkout is down',
  severity: 'critical',
  status: 'open',
  category: 'availability',
  namespace: 'shop',
  affected_service: 'checkout',
  url: 'https://wheelhouse.example.test/incidents/a',
} as Incident;

function update(at: number, more: Readonly<Record<string, string>> = {}): Told {
  const { id: incident_id, ...fields } = incident;
  return {
    id: `evt_${at}_${JSON.stringify(more)}`,
    type: 'incident.updated',
    at,
    data: { ...(fields as unknown as Told['data']), incident_id, ...more },
  };
}

test('two updates of one incident are compared, those of others are not', () => {
  expect(shortestPause([update(0), update(5, { incident_id: 'b' }), update(31_000)])).toBe(31_000);
  expect(shortestPause([update(0), update(29_999)])).toBe(29_999);
  expect(shortestPause([update(0)])).toBe(Number.POSITIVE_INFINITY);
});

test('the incident with the most updates counts', () => {
  expect(mostUpdates([update(0), update(1), update(2, { incident_id: 'b' })])).toBe(2);
  expect(mostUpdates([])).toBe(0);
});

test('the last update must say what is read; an incident of which none came is found too', () => {
  expect(toldOtherwise([update(0, { severity: 'high' }), update(1)], [incident])).toEqual([]);
  expect(toldOtherwise([update(0), update(1, { severity: 'high' })], [incident])).toEqual(['a']);
  expect(toldOtherwise([], [incident])).toEqual(['a']);
});

test('what came twice is one event, and the order is that of when it happened', () => {
  const body = (id: string, second: number) =>
    JSON.stringify({ id, type: 'incident.updated', occurred_at: `2026-11-19T00:00:0${second}Z`, data: {} });
  const came = [body('evt_2', 2), body('evt_1', 1), body('evt_2', 2)].map((text) => ({
    path: '/storm',
    headers: {},
    body: text,
  }));
  expect(toldAt('/storm', [...came, { path: '/other', headers: {}, body: body('evt_3', 3) }])).toMatchObject([
    { id: 'evt_1' },
    { id: 'evt_2' },
  ]);
});
