import { expect, test } from 'vitest';
import { lastSetBy, selectorText } from '../src/index.ts';

const time = (minute: number) => `2026-11-18T12:0${minute}:00Z`;
const owns = (manager: string, minute: number, fields: object, subresource = '') => ({
  manager,
  time: time(minute),
  subresource,
  fieldsV1: { 'f:spec': fields },
});
const template = { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } };

test('who wrote a field last is the newest of those who own it or something below it', () => {
  const entries = [
    owns('helm', 1, { ...template, 'f:replicas': {} }),
    owns('kubectl-set', 3, template),
    owns('hpa', 2, { 'f:replicas': {} }, 'scale'),
    owns('kube-controller-manager', 5, { ...template, 'f:replicas': {} }, 'status'),
  ];
  expect(lastSetBy(entries, ['spec', 'template'])).toEqual({ manager: 'kubectl-set', time: time(3) });
  expect(lastSetBy(entries, ['spec', 'replicas'])).toEqual({ manager: 'hpa', time: time(2) });
  expect(lastSetBy(entries, ['spec', 'paused'])).toBeUndefined();
});

test('where the API server says nothing, nobody is named; what it says strangely is passed over', () => {
  expect(lastSetBy(undefined, ['spec'])).toBeUndefined();
  expect(lastSetBy([{ manager: 'a', fieldsV1: 'strange' }, { manager: 'b' }], ['spec'])).toBeUndefined();
  expect(lastSetBy([{ manager: 'a', fieldsV1: { 'f:spec': {} } }], ['spec'])).toEqual({
    manager: 'a',
    time: undefined,
  });
});

test('a selector is written as a list takes it', () => {
  expect(
    selectorText({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['a', 'b'] },
        { key: 'zone', operator: 'NotIn', values: ['c'] },
        { key: 'canary', operator: 'DoesNotExist' },
        { key: 'team', operator: 'Exists' },
      ],
    }),
  ).toBe('app=web,tier in (a,b),zone notin (c),!canary,team');
  expect(selectorText({})).toBe('');
});
