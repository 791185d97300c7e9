import {
  closed,
  incidentCategoryNames,
  namespaceSchema,
  objectNameSchema,
  oneOf,
  severities,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { objectSchema } from '../object.ts';
import { rule } from '../signals/schema.ts';
import { anyLineOf, lineOf, linesOf } from '../texts.ts';

const sent = closed({
  key: lineOf(200, {
    description: 'Your own id of this trouble: the same key again is the same signal, also when it ends',
  }),
  state: Type.Optional(oneOf(['firing', 'ended'], 'firing by default')),
  rule: Type.With(rule, { description: 'What was checked, such as latency_p95' }),
  severity: oneOf(severities),
  message: linesOf(500),
  cluster_id: Type.Optional(
    Type.With(uuidSchema, { description: 'Only needed if the tenant has several clusters and the token none' }),
  ),
  namespace: Type.Optional(namespaceSchema),
  object: Type.Optional(objectSchema),
  nodes: Type.Optional(Type.Array(objectNameSchema, { maxItems: 10, uniqueItems: true })),
  service: Type.Optional(anyLineOf(253, { description: 'The service that users notice it at' })),
  category: Type.Optional(oneOf(incidentCategoryNames)),
  group: Type.Optional(
    lineOf(200, {
      description: 'Signals of one group are one incident, if they name no object',
    }),
  ),
  at: Type.Optional(Type.With(timestampSchema, { description: 'When it began or ended; now by default' })),
});

export const sendSignals = closed({ signals: Type.Array(sent, { minItems: 1, maxItems: 500 }) });
export type SentSignal = Static<typeof sent>;

export const accepted = closed({
  accepted: Type.Integer({ minimum: 0 }),
  suppressed: Type.Integer({ minimum: 0, description: 'Of these, in a maintenance window: they open nothing' }),
});

const labels = Type.Record(Type.String(), Type.String());

/** Alertmanager's own, version 4: what is not read here is let through. */
export const alertmanagerBody = Type.Object({
  version: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  alerts: Type.Array(
    Type.Object({
      status: oneOf(['firing', 'resolved']),
      labels,
      annotations: Type.Optional(labels),
      startsAt: Type.String(),
      endsAt: Type.Optional(Type.String()),
      generatorURL: Type.Optional(Type.String()),
      fingerprint: lineOf(200),
    }),
    { maxItems: 5_000 },
  ),
});
export type AlertmanagerBody = Static<typeof alertmanagerBody>;

export const alertmanagerQuery = closed({
  cluster_id: Type.Optional(
    Type.With(uuidSchema, {
      description: 'Which cluster the alerts are of, unless the token or the tenant has one only',
    }),
  ),
});
