import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { namespaceSchema, objectNameSchema, replicasSchema } from '../kubernetes-names.ts';
import { confidenceSchema } from '../messages/action.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';

export const anomalyDetected = defineEvent({
  type: 'anomaly.detected',
  sentWhen: 'A high or critical anomaly is detected: a metric is far outside its expected range',
  data: snapshot({
    anomaly_id: uuidSchema,
    cluster_id: uuidSchema,
    namespace: nullable(namespaceSchema),
    workload: nullable(text()),
    severity: oneOf(['critical', 'high']),
    metric: text(),
    observed: Type.Number(),
    expected_low: Type.Number(),
    expected_high: Type.Number(),
    alert_rule_id: nullable(uuidSchema),
    incident_id: nullable(uuidSchema),
    started_at: timestampSchema,
  }),
  example: {
    anomaly_id: exampleIds.anomaly,
    cluster_id: exampleIds.cluster,
    namespace: 'shop',
    workload: 'checkout',
    severity: 'critical',
    metric: 'http_server_request_duration_seconds_p95',
    observed: 4.2,
    expected_low: 0.18,
    expected_high: 0.46,
    alert_rule_id: exampleIds.alertRule,
    incident_id: null,
    started_at: '2026-11-12T09:11:00.000Z',
    url: exampleUrl(`anomalies/${exampleIds.anomaly}`),
  },
});

export const scalingDecisionCreated = defineEvent({
  type: 'scaling_decision.created',
  sentWhen: 'A new scaling decision is proposed',
  data: snapshot({
    scaling_decision_id: uuidSchema,
    cluster_id: uuidSchema,
    namespace: namespaceSchema,
    deployment_name: objectNameSchema,
    app_id: nullable(uuidSchema),
    current_replicas: replicasSchema,
    proposed_replicas: replicasSchema,
    reason: text(),
    confidence: confidenceSchema,
    forecast_id: nullable(uuidSchema),
    expires_at: timestampSchema,
  }),
  example: {
    scaling_decision_id: exampleIds.scalingDecision,
    cluster_id: exampleIds.cluster,
    namespace: 'shop',
    deployment_name: 'checkout',
    app_id: exampleIds.app,
    current_replicas: 6,
    proposed_replicas: 9,
    reason: 'Requests are forecast to double between 11:30 and 13:00.',
    confidence: 0.84,
    forecast_id: exampleIds.forecast,
    expires_at: '2026-11-12T11:30:00.000Z',
    url: exampleUrl(`scaling-decisions/${exampleIds.scalingDecision}`),
  },
});
