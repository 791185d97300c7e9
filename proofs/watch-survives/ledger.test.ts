import { expect, test } from 'vitest';
import { differences, Ledger } from './ledger.ts';

const none = { nodes: {}, pods: {}, deployments: {} };

function threeChanges(): Ledger {
  const ledger = new Ledger();
  for (const version of ['5', '8', '9']) ledger.written('pods', 'a/b', version);
  return ledger;
}

test('what a view has at its last version has missed nothing, at an earlier one what came after', () => {
  const ledger = threeChanges();
  expect(ledger.missedBy({ ...none, pods: { 'a/b': '9' } })).toHaveLength(0);
  expect(ledger.missedBy({ ...none, pods: { 'a/b': '5' } })).toHaveLength(2);
  expect(ledger.missedBy(none)).toHaveLength(3);
});

test('what is gone and still seen has missed its end', () => {
  const ledger = threeChanges();
  ledger.deleted('pods', 'a/b');
  expect(ledger.missedBy(none)).toHaveLength(0);
  expect(ledger.missedBy({ ...none, pods: { 'a/b': '9' } })).toHaveLength(1);
  expect(ledger.changes).toBe(4);
});

test('what nobody confirmed is not asked for', () => {
  const ledger = threeChanges();
  ledger.doubtful('pods', 'a/b');
  expect(ledger.missedBy(none)).toHaveLength(0);
});

test('views differ by what one lacks and by versions', () => {
  const one = { ...none, pods: { a: '1', b: '2' } };
  expect(differences(one, { ...none, pods: { a: '1', b: '3' }, nodes: { c: '1' } })).toHaveLength(2);
  expect(differences(one, one)).toEqual([]);
});
