import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type EventData,
  type EventEnvelope,
  eventCatalogue,
  eventEnvelope,
  eventEnvelopeOf,
  eventTypes,
  exampleEnvelope,
  isPublicEventType,
} from '../src/index.ts';

/** As the specification and the API design list them; `?` is a field that may be null. */
const app = 'app_id app_name cloudspace_id cluster_id namespace';
const deployment = `${app} deployment_id revision previous_revision? image trigger actor? started_at finished_at`;
const incident = 'incident_id cluster_id title severity status category namespace affected_service';
const listed = {
  'incident.created': incident,
  'incident.updated': incident,
  'incident.resolved': incident,
  'app.deployed': `${deployment} reachable_url?`,
  'app.deploy_failed': `${deployment} phase reason message rolled_back_to?`,
  'app.deleted': `${app} actor`,
  'pipeline.run_completed':
    'pipeline_id pipeline_name run_id number conclusion ref commit_sha commit_title trigger failed_step? app_id? started_at finished_at',
  'build.completed':
    'build_id build_configuration_id app_id? status image? digest? ref commit_sha error? started_at finished_at',
  'action.pending':
    'action_id decision_id? incident_id? cluster_id action target reason confidence? plan_summary? plan_etag? proposed_by expires_at',
  'action.executed':
    'action_id decision_id? incident_id? cluster_id action target status result? automatic approved_by? error? started_at finished_at',
  'anomaly.detected':
    'anomaly_id cluster_id namespace? workload? severity metric observed expected_low expected_high alert_rule_id? incident_id? started_at',
  'scaling_decision.created':
    'scaling_decision_id cluster_id namespace deployment_name app_id? current_replicas proposed_replicas reason confidence forecast_id? expires_at',
  'agent_run.completed':
    'run_id agent_type cluster_id status outcome? summary findings action_ids incident_id? started_at finished_at',
  'cluster.phase_changed': 'cluster_id name from? to reason message',
  'cloudspace.ready': 'cloudspace_id name cluster_id namespace',
};

describe('the event catalogue', () => {
  test('holds exactly the fifteen specified types, in their order', () => {
    expect(eventTypes).toHaveLength(15);
    expect(eventTypes).toEqual(Object.keys(listed));
    for (const type of eventTypes) expect(eventCatalogue[type].type).toBe(type);
  });

  test.each(Object.entries(listed))('%s has the listed fields, nullable where marked', (name, fields) => {
    if (!isPublicEventType(name)) throw new Error(`${name} is not in the catalogue`);
    const { properties } = eventCatalogue[name].data;
    const found = Object.entries(properties)
      .filter(([, schema]) => !Type.IsOptional(schema))
      .map(([field, schema]) => (Value.Check(schema, null) ? `${field}?` : field));
    expect(found.toSorted()).toEqual([...fields.split(' '), 'url'].toSorted());
  });

  test.each(eventTypes)('the example of %s is valid, as data and in its envelope', (type) => {
    const { data, example } = eventCatalogue[type];
    expect([...Value.Errors(data, example)]).toEqual([]);
    const envelope = exampleEnvelope(type);
    expect([...Value.Errors(eventEnvelopeOf(type), envelope)]).toEqual([]);
    expect([...Value.Errors(eventEnvelope, envelope)]).toEqual([]);
    expect(JSON.stringify(envelope).length).toBeLessThan(64 * 1024);
  });

  test.each(eventTypes)('%s refuses a field that is unknown and one that is missing', (type) => {
    const { data, example } = eventCatalogue[type];
    expect(Value.Check(data, { ...example, surprise: 1 })).toBe(false);
    for (const field of Object.keys(example)) {
      const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
      expect(Value.Check(data, rest), `without ${field}`).toBe(false);
    }
  });

  test('incident data is the nine specified fields and no mark of cut text', () => {
    for (const type of ['incident.created', 'incident.updated', 'incident.resolved'] as const) {
      expect(Object.keys(eventCatalogue[type].data.properties)).toHaveLength(9);
      expect(Value.Check(eventCatalogue[type].data, { ...eventCatalogue[type].example, truncated: true })).toBe(false);
    }
  });

  test('every other event can say that long text was cut', () => {
    const { data, example } = eventCatalogue['app.deploy_failed'];
    expect(Value.Check(data, { ...example, truncated: true })).toBe(true);
    expect(Value.Check(data, { ...example, truncated: false })).toBe(false);
  });

  test('an agent run tells of twenty findings at most', () => {
    const { data, example } = eventCatalogue['agent_run.completed'];
    const [finding] = example.findings;
    const withFindings = (count: number) => ({ ...example, findings: Array.from({ length: count }, () => finding) });
    expect(Value.Check(data, withFindings(20))).toBe(true);
    expect(Value.Check(data, withFindings(21))).toBe(false);
  });
});

describe('the envelope', () => {
  const good = exampleEnvelope('cloudspace.ready');

  test('has five fields, and no sixth', () => {
    expect(Object.keys(eventEnvelope.properties).toSorted()).toEqual([
      'data',
      'id',
      'occurred_at',
      'tenant_id',
      'type',
    ]);
    expect(Value.Check(eventEnvelope, { ...good, version: 1 })).toBe(false);
  });

  test.each([
    ['an id without prefix', { id: good.id.slice(4) }],
    ['an id with dashes', { id: 'evt_01a1cf09-1d94-795c-b130-618705dab630' }],
    ['an id of a random UUID', { id: 'evt_01a1cf091d94495cb130618705dab630' }],
    ['an internal type', { type: 'internal.cluster.changed' }],
    ['a time with an offset', { occurred_at: '2026-11-12T10:14:03+01:00' }],
    ['a tenant that is no UUID', { tenant_id: 'acme' }],
    ['data of another event', { data: eventCatalogue['incident.created'].example }],
  ])('refuses %s', (_what, change) => {
    expect(Value.Check(eventEnvelopeOf('cloudspace.ready'), good)).toBe(true);
    expect(Value.Check(eventEnvelopeOf('cloudspace.ready'), { ...good, ...change })).toBe(false);
  });

  test('its type tells what its data is', () => {
    expectTypeOf<EventEnvelope<'cluster.phase_changed'>['data']['from']>().toEqualTypeOf<
      EventData<'cluster.phase_changed'>['to'] | null
    >();
    const count = (event: EventEnvelope) => (event.type === 'agent_run.completed' ? event.data.findings.length : 0);
    expectTypeOf(count).returns.toEqualTypeOf<number>();
    expectTypeOf<EventData<'app.deployed'>['revision']>().toEqualTypeOf<number>();
  });
});

test('internal types and words every object has are not public types', () => {
  expect(isPublicEventType('incident.created')).toBe(true);
  for (const type of ['internal.incident.created', 'incident.*', '*', '', 'toString', '__proto__'])
    expect(isPublicEventType(type)).toBe(false);
});
