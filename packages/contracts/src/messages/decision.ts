import { type Static, Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, urlSchema, uuidSchema } from '../ids.ts';
import { closed, text } from '../shapes.ts';
import { type ActionKind } from './action-words.ts';
import { confidenceSchema } from './action.ts';
import { proposerSchema } from './people.ts';
import { actionTargets } from './target.ts';

/**
 * A message on the exchange `analysis.decisions`. Optional fields are left out, never null; unknown
 * fields are refused: nothing that is understood only in part may change a cluster.
 */

export const evidenceSchema = closed({
  source: text('Where it was observed: metrics, logs, traces, events…'),
  summary: text(),
  url: Type.Optional(urlSchema),
});

function decisionTo<Kind extends ActionKind>(kind: Kind) {
  return closed({
    decision_id: uuidSchema,
    tenant_id: uuidSchema,
    cluster_id: uuidSchema,
    action: Type.Literal(kind),
    AutoApprove: Type.Boolean(),
    target: actionTargets[kind],
    reason: text(),
    confidence: confidenceSchema,
    proposed_by: proposerSchema,
    incident_id: Type.Optional(uuidSchema),
    evidence: Type.Array(evidenceSchema),
    created_at: timestampSchema,
    schema_version: Type.Literal(1),
  });
}

/** By kind, so that a refusal can name the field that is wrong instead of "no variant matches". */
export const decisionSchemas = {
  scale_deployment: decisionTo('scale_deployment'),
  restart_pod: decisionTo('restart_pod'),
  cordon_node: decisionTo('cordon_node'),
  uncordon_node: decisionTo('uncordon_node'),
  drain_node: decisionTo('drain_node'),
  rollback_deployment: decisionTo('rollback_deployment'),
} as const satisfies Readonly<Record<ActionKind, unknown>>;

export const decisionSchema = Type.Union([
  decisionSchemas.scale_deployment,
  decisionSchemas.restart_pod,
  decisionSchemas.cordon_node,
  decisionSchemas.uncordon_node,
  decisionSchemas.drain_node,
  decisionSchemas.rollback_deployment,
]);

export type Decision<Kind extends ActionKind = ActionKind> = Static<(typeof decisionSchemas)[Kind]>;

export type Evidence = Static<typeof evidenceSchema>;

export const scaleDecisionExample: Decision<'scale_deployment'> = {
  decision_id: exampleIds.decision,
  tenant_id: exampleIds.tenant,
  cluster_id: exampleIds.cluster,
  action: 'scale_deployment',
  AutoApprove: true,
  target: { namespace: 'shop', deployment_name: 'checkout', replicas: 6 },
  reason: 'Requests queue for 1.9 s on average while every replica of checkout is at its CPU limit.',
  confidence: 0.91,
  proposed_by: { type: 'agent_run', id: exampleIds.agentRun, on_behalf_of: exampleIds.user },
  incident_id: exampleIds.incident,
  evidence: [
    {
      source: 'metrics',
      summary: 'CPU of checkout at 99 % of its limit for 7 minutes',
      url: exampleUrl(`anomalies/${exampleIds.anomaly}`),
    },
  ],
  created_at: '2026-11-12T09:16:02.190Z',
  schema_version: 1,
};

export const drainDecisionExample: Decision<'drain_node'> = {
  decision_id: '01a1cf1c-5b20-7f31-9a04-6d2c8e5b1f70',
  tenant_id: exampleIds.tenant,
  cluster_id: exampleIds.cluster,
  action: 'drain_node',
  AutoApprove: false,
  target: { node_name: 'prod-eu-node-7' },
  reason: 'The disk of prod-eu-node-7 reports unreadable sectors.',
  confidence: 0.78,
  proposed_by: { type: 'rule', id: exampleIds.alertRule },
  evidence: [],
  created_at: '2026-11-12T09:35:04.480Z',
  schema_version: 1,
};
