import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { actionKindSchema, actionResultSchema, confidenceSchema } from '../messages/action.ts';
import { failureSchema } from '../messages/failure.ts';
import { approverSchema, proposerSchema } from '../messages/people.ts';
import { actionTargetSchema } from '../messages/target.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';

const action = {
  action_id: uuidSchema,
  decision_id: Type.With(nullable(uuidSchema), { description: 'Null if a person requested the action directly' }),
  incident_id: nullable(uuidSchema),
  cluster_id: uuidSchema,
  action: actionKindSchema,
  target: actionTargetSchema,
};

export const actionPending = defineEvent({
  type: 'action.pending',
  sentWhen: 'An action is waiting for approval',
  data: snapshot({
    ...action,
    reason: text('Why it was proposed'),
    confidence: nullable(confidenceSchema),
    plan_summary: Type.With(nullable(text()), { description: 'What would change; null while there is no plan' }),
    plan_etag: Type.With(nullable(text()), { description: 'For If-Match when approving exactly this plan' }),
    proposed_by: proposerSchema,
    expires_at: timestampSchema,
  }),
  example: {
    action_id: '01a1cf1c-5b5d-7c02-8f66-0b9d1a7e42c3',
    decision_id: '01a1cf1c-5b20-7f31-9a04-6d2c8e5b1f70',
    incident_id: null,
    cluster_id: exampleIds.cluster,
    action: 'drain_node',
    target: { node_name: 'prod-eu-node-7' },
    reason: 'The disk of prod-eu-node-7 reports unreadable sectors.',
    confidence: 0.78,
    plan_summary:
      'Evicts 14 pods from prod-eu-node-7, skips 3 of DaemonSets; the budget checkout allows one at a time.',
    plan_etag: '"b5c2f0a91d7e"',
    proposed_by: { type: 'rule', id: exampleIds.alertRule },
    expires_at: '2026-11-13T09:35:04.541Z',
    url: exampleUrl('actions/01a1cf1c-5b5d-7c02-8f66-0b9d1a7e42c3'),
  },
});

export const actionExecuted = defineEvent({
  type: 'action.executed',
  sentWhen: 'A started action has ended: automated, approved or requested directly, including when it was refused',
  data: snapshot({
    ...action,
    status: oneOf(['success', 'failed', 'canceled']),
    result: nullable(actionResultSchema),
    automatic: Type.Boolean({ description: 'True if no person approved or requested it' }),
    approved_by: nullable(approverSchema),
    error: nullable(failureSchema),
    started_at: timestampSchema,
    finished_at: timestampSchema,
  }),
  example: {
    action_id: exampleIds.action,
    decision_id: exampleIds.decision,
    incident_id: exampleIds.incident,
    cluster_id: exampleIds.cluster,
    action: 'scale_deployment',
    target: { namespace: 'shop', deployment_name: 'checkout', replicas: 6 },
    status: 'success',
    result: null,
    automatic: true,
    approved_by: null,
    error: null,
    started_at: '2026-11-12T09:16:02.260Z',
    finished_at: '2026-11-12T09:17:08.731Z',
    url: exampleUrl(`actions/${exampleIds.action}`),
  },
});
