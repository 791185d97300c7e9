import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type ActionTarget,
  actionKinds,
  actionLabels,
  actionResults,
  actionStatuses,
  type Decision,
  decisionSchema,
  decisionSchemas,
  drainDecisionExample,
  drainOutcomeExample,
  isActionKind,
  outcomeSchema,
  revertedOutcomeExample,
  scaleDecisionExample,
  terminalActionStatuses,
} from '../src/index.ts';

const node = { node_name: 'prod-eu-node-7' };
const pod = { namespace: 'shop', pod: 'checkout-6c9f7d5b8-x2v4q' };
const deployment = { namespace: 'shop', deployment_name: 'checkout' };

const scale = (target: object) => ({ ...scaleDecisionExample, target });
const without = (field: string) =>
  Object.fromEntries(Object.entries(scaleDecisionExample).filter(([name]) => name !== field));

describe('a decision', () => {
  test.each([
    ['the scale example', scaleDecisionExample],
    ['the drain example', drainDecisionExample],
    ['scaling without a count', scale(deployment)],
    ['scaling to 0', scale({ ...deployment, replicas: 0 })],
    ['restarting a pod', { ...scaleDecisionExample, action: 'restart_pod', target: pod }],
    ['cordoning', { ...drainDecisionExample, action: 'cordon_node' }],
    ['uncordoning', { ...drainDecisionExample, action: 'uncordon_node' }],
    ['a rolling restart', { ...scaleDecisionExample, action: 'rollback_deployment', target: deployment }],
    ['a node name with dots', { ...drainDecisionExample, target: { node_name: 'ip-10-0-3-7.eu-west-1.internal' } }],
    ['no incident', without('incident_id')],
  ])('is taken: %s', (_what, decision) => {
    expect([...Value.Errors(decisionSchema, decision)]).toEqual([]);
  });

  test.each([
    ['an unknown kind', { ...scaleDecisionExample, action: 'delete_namespace' }],
    ['a kind in other letters', { ...scaleDecisionExample, action: 'Scale_Deployment' }],
    ['no node name', { ...drainDecisionExample, target: {} }],
    ['an empty node name', { ...drainDecisionExample, target: { node_name: '' } }],
    ['a node name that is a path', { ...drainDecisionExample, target: { node_name: '../../namespaces/shop' } }],
    ['a pod without namespace', { ...scaleDecisionExample, action: 'restart_pod', target: { pod: pod.pod } }],
    ['a Deployment without namespace', scale({ deployment_name: 'checkout' })],
    ['a Deployment without name', scale({ namespace: 'shop' })],
    ['the target of another kind', { ...drainDecisionExample, target: deployment }],
    ['two targets at once', scale({ ...deployment, ...node })],
    ['replicas null', scale({ ...deployment, replicas: null })],
    ['replicas -1', scale({ ...deployment, replicas: -1 })],
    ['replicas "3"', scale({ ...deployment, replicas: '3' })],
    ['replicas 2.5', scale({ ...deployment, replicas: 2.5 })],
    ['replicas beyond 32 bits', scale({ ...deployment, replicas: 2 ** 31 })],
    ['replicas misspelt', scale({ ...deployment, replica: 3 })],
    ['replicas on a restart', { ...scale({ ...deployment, replicas: 3 }), action: 'rollback_deployment' }],
    ['schema_version 2', { ...scaleDecisionExample, schema_version: 2 }],
    ['schema_version "1"', { ...scaleDecisionExample, schema_version: '1' }],
    ['no schema_version', without('schema_version')],
    ['no AutoApprove', without('AutoApprove')],
    ['AutoApprove "true"', { ...scaleDecisionExample, AutoApprove: 'true' }],
    ['auto_approve instead', { ...without('AutoApprove'), auto_approve: true }],
    ['no proposer', without('proposed_by')],
    ['an unknown kind of proposer', { ...scaleDecisionExample, proposed_by: { type: 'model', id: 'gpt' } }],
    ['confidence in percent', { ...scaleDecisionExample, confidence: 91 }],
    ['an incident that is null', { ...scaleDecisionExample, incident_id: null }],
    ['a tenant that is no UUID', { ...scaleDecisionExample, tenant_id: 'acme' }],
    ['a time without zone', { ...scaleDecisionExample, created_at: '2026-11-12T09:16:02' }],
    ['an unknown field', { ...scaleDecisionExample, force: true }],
    ['an array', [scaleDecisionExample]],
    ['null', null],
  ])('is refused: %s', (_what, decision) => {
    expect(Value.Check(decisionSchema, decision)).toBe(false);
  });

  test('the schema of its kind names the field that is wrong', () => {
    const errors = [...Value.Errors(decisionSchemas.scale_deployment, scale({ ...deployment, replicas: -1 }))];
    expect(errors.map((error) => error.instancePath)).toEqual(['/target/replicas']);
  });

  test('its kind tells the type of its target', () => {
    expectTypeOf<Decision<'drain_node'>['target']>().toEqualTypeOf<{ node_name: string }>();
    expectTypeOf<ActionTarget<'scale_deployment'>['replicas']>().toEqualTypeOf<number | undefined>();
    const nodeOf = (decision: Decision) => (decision.action === 'drain_node' ? decision.target.node_name : '');
    expect(nodeOf(drainDecisionExample)).toBe('prod-eu-node-7');
  });
});

describe('an outcome', () => {
  const rejected = {
    ...drainOutcomeExample,
    status: 'rejected',
    started_at: null,
    approved_by: null,
    details: {},
  };

  test.each([
    ['a reverted scale-up', revertedOutcomeExample],
    ['a drain', drainOutcomeExample],
    ['an action that never began', rejected],
    ['an action that a person asked for', { ...drainOutcomeExample, decision_id: null }],
  ])('is valid: %s', (_what, outcome) => {
    expect([...Value.Errors(outcomeSchema, outcome)]).toEqual([]);
  });

  test.each([
    ['a status that is no end', { ...drainOutcomeExample, status: 'executing' }],
    ['an unknown result', { ...drainOutcomeExample, result: 'fine' }],
    ['no end', { ...drainOutcomeExample, finished_at: null }],
    ['an error that is only text', { ...drainOutcomeExample, error: 'boom' }],
    ['details of no kind', { ...drainOutcomeExample, details: { nodes: [] } }],
  ])('is not valid: %s', (_what, outcome) => {
    expect(Value.Check(outcomeSchema, outcome)).toBe(false);
  });
});

describe('the words for actions', () => {
  test('kinds and statuses are those of the design', () => {
    expect(Object.keys(actionLabels)).toEqual(actionKinds);
    expect(Object.keys(decisionSchemas)).toEqual(actionKinds);
    expect(actionStatuses).toEqual([
      'pending_approval',
      'executing',
      'success',
      'failed',
      'rejected',
      'expired',
      'canceled',
    ]);
    expect(isActionKind('drain_node')).toBe(true);
    expect(isActionKind('toString')).toBe(false);
  });

  test('nobody is told that a rolling restart is a rollback', () => {
    expect(actionLabels.rollback_deployment).toBe('Rolling restart');
  });

  test('every result belongs to a status that is an end', () => {
    for (const status of Object.values(actionResults)) expect(terminalActionStatuses).toContain(status);
    expect([actionResults.refused, actionResults.reverted]).toEqual(['failed', 'failed']);
  });
});
