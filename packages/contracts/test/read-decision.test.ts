import { describe, expect, test } from 'vitest';
import {
  actionKinds,
  drainDecisionExample,
  largestDecisionBytes,
  readDecision,
  scaleDecisionExample,
} from '../src/index.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const without = (field: string, from: object = scaleDecisionExample) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== field));
const scale = (target: object) => ({ ...scaleDecisionExample, target: { ...scaleDecisionExample.target, ...target } });
const { tenant_id: tenantId, cluster_id: clusterId } = scaleDecisionExample;

test.each([scaleDecisionExample, drainDecisionExample])('a decision is read as it was written: $action', (decision) => {
  expect(readDecision(bytes(decision))).toEqual({ ok: true, message: decision, tenantId, clusterId });
});

test('ids in large letters name the same tenant and cluster', () => {
  const shouted = { ...scaleDecisionExample, tenant_id: tenantId.toUpperCase(), cluster_id: clusterId.toUpperCase() };
  expect(readDecision(bytes(shouted))).toMatchObject({ ok: true, tenantId, clusterId });
});

describe('what is understood only in part is not taken, and the reason names the field', () => {
  test.each<[string, unknown, string]>([
    [
      'an unknown kind',
      { ...scaleDecisionExample, action: 'delete_namespace' },
      `action is "delete_namespace"; it must be one of ${actionKinds.join(', ')}`,
    ],
    ['no kind', without('action'), 'action is missing'],
    ['a kind that every object has', { ...scaleDecisionExample, action: 'toString' }, 'action is "toString"; it must'],
    ['no target', without('target'), 'target is missing'],
    ['an empty target', { ...drainDecisionExample, target: {} }, 'target.node_name is missing'],
    ['no namespace', { ...scaleDecisionExample, target: { deployment_name: 'a' } }, 'target.namespace is missing'],
    ['the target of another kind', scale({ node_name: 'a' }), 'target.node_name is not a known field'],
    ['replicas null', scale({ replicas: null }), 'target.replicas is null; it must be an integer'],
    ['replicas -1', scale({ replicas: -1 }), 'target.replicas is -1; it must be at least 0'],
    ['replicas "3"', scale({ replicas: '3' }), 'target.replicas is "3"; it must be an integer'],
    ['schema_version 2', { ...scaleDecisionExample, schema_version: 2 }, 'schema_version is 2; only 1 is supported'],
    ['schema_version "1"', { ...scaleDecisionExample, schema_version: '1' }, 'schema_version is "1"; only 1'],
    ['no schema_version', without('schema_version'), 'schema_version is missing'],
    ['no AutoApprove', without('AutoApprove'), 'AutoApprove is missing'],
    [
      'AutoApprove "true"',
      { ...scaleDecisionExample, AutoApprove: 'true' },
      'AutoApprove is "true"; it must be true or false',
    ],
    ['an unknown field', { ...scaleDecisionExample, force: true }, 'force is not a known field'],
    ['a node name that is a path', { ...drainDecisionExample, target: { node_name: '../a' } }, 'target.node_name is'],
    ['confidence in percent', { ...scaleDecisionExample, confidence: 91 }, 'confidence is 91; it must be at most 1'],
    ['a time without zone', { ...scaleDecisionExample, created_at: '2026-11-12T09:16:02' }, 'created_at is'],
    [
      'a zero character',
      { ...scaleDecisionExample, reason: 'a\0b' },
      'reason contains characters that cannot be stored',
    ],
    [
      'half of a pair',
      { ...scaleDecisionExample, reason: '\ud800' },
      'reason contains characters that cannot be stored',
    ],
  ])('%s', (_what, value, reason) => {
    const reading = readDecision(bytes(value));
    expect(reading).toMatchObject({ ok: false, tenantId, clusterId });
    expect(reading).toHaveProperty('reason', expect.stringContaining(reason));
  });
});

test('a tenant that is no UUID is nobody', () => {
  const reading = readDecision(bytes({ ...scaleDecisionExample, tenant_id: 'acme' }));
  expect(reading).toEqual({ ok: false, reason: 'tenant_id is "acme"; it must be a UUID', clusterId });
});

describe('what is no decision at all is told, and nobody’s', () => {
  test.each<[string, Uint8Array, string]>([
    ['malformed JSON', bytes('{"decision_id":'), 'the message is not JSON in UTF-8'],
    ['nothing', bytes(''), 'the message is not JSON in UTF-8'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00), 'the message is not JSON in UTF-8'],
    ['null', bytes('null'), 'the message is not a JSON object'],
    ['a list', bytes([scaleDecisionExample]), 'the message is not a JSON object'],
    ['depth without end', bytes('['.repeat(200_000)), 'the message is not JSON in UTF-8'],
    [
      '1 MB',
      bytes({ ...scaleDecisionExample, reason: 'x'.repeat(1024 * 1024) }),
      `the maximum is ${largestDecisionBytes}`,
    ],
  ])('%s', (_what, given, reason) => {
    const reading = readDecision(given);
    expect(reading).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

test('a reason stays short however long the sender’s words are', () => {
  const long = 'x'.repeat(100_000);
  for (const value of [
    { ...scaleDecisionExample, [long]: 1 },
    { ...scaleDecisionExample, action: long },
  ]) {
    const reading = readDecision(bytes(value));
    expect(reading.ok ? '' : reading.reason).toMatch(/^.{10,250}$/);
  }
});
