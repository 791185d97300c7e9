import { type Static, Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { uuidSchema } from '../ids.ts';
import { incidentStatuses } from '../messages/incident-words.ts';
import { closed, oneOf, text } from '../shapes.ts';
import { defineEvent, linkSchema } from './definition.ts';
import { severities } from './severities.ts';

/** Exactly the specified nine fields, none of them nullable: what does not apply is an empty string. */
const incidentData = closed({
  incident_id: uuidSchema,
  cluster_id: uuidSchema,
  title: text(),
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
  category: text('The kind of problem: performance, availability…'),
  namespace: Type.String({ description: 'Empty if the incident does not concern a single namespace' }),
  affected_service: Type.String({ description: 'Empty if the incident does not concern a single service' }),
  url: linkSchema,
});

const opened: Static<typeof incidentData> = {
  incident_id: exampleIds.incident,
  cluster_id: exampleIds.cluster,
  title: 'Checkout responds in 4.2 s instead of 0.3 s',
  severity: 'critical',
  status: 'open',
  category: 'performance',
  namespace: 'shop',
  affected_service: 'checkout',
  url: exampleUrl(`incidents/${exampleIds.incident}`),
};

export const incidentCreated = defineEvent({
  type: 'incident.created',
  sentWhen: 'An incident opens',
  data: incidentData,
  example: opened,
});

export const incidentUpdated = defineEvent({
  type: 'incident.updated',
  sentWhen: 'An incident changes: its status, severity, title or scope',
  data: incidentData,
  example: { ...opened, status: 'acknowledged' },
});

export const incidentResolved = defineEvent({
  type: 'incident.resolved',
  sentWhen: 'An incident is resolved',
  data: incidentData,
  example: { ...opened, status: 'resolved' },
});
