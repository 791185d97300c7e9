import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, urlSchema, uuidSchema } from '../ids.ts';
import { closed, nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';
import { severities } from './severities.ts';

export const findingSchema = closed(
  { title: text(), severity: oneOf(severities), url: Type.With(urlSchema, { description: 'The finding' }) },
  { title: 'Finding' },
);

export const agentRunCompleted = defineEvent({
  type: 'agent_run.completed',
  sentWhen: 'An agent run finishes, with its findings',
  data: snapshot({
    run_id: uuidSchema,
    agent_type: text('For example sre_orchestrator'),
    cluster_id: uuidSchema,
    status: oneOf(['completed', 'failed', 'canceled', 'timed_out']),
    outcome: nullable(oneOf(['root_cause_found', 'no_issue', 'inconclusive', 'action_proposed'])),
    summary: Type.String(),
    findings: Type.Array(findingSchema, { maxItems: 20 }),
    action_ids: Type.Array(uuidSchema, { description: 'Actions the run proposed' }),
    incident_id: nullable(uuidSchema),
    started_at: timestampSchema,
    finished_at: timestampSchema,
  }),
  example: {
    run_id: exampleIds.agentRun,
    agent_type: 'sre_orchestrator',
    cluster_id: exampleIds.cluster,
    status: 'completed',
    outcome: 'action_proposed',
    summary:
      'Checkout has been short of CPU since revision 42; two more replicas would cover the gap until it is fixed.',
    findings: [
      {
        title: 'Revision 42 doubles the CPU needed per request',
        severity: 'high',
        url: exampleUrl(`agents/runs/${exampleIds.agentRun}#finding-1`),
      },
    ],
    action_ids: [exampleIds.action],
    incident_id: exampleIds.incident,
    started_at: '2026-11-12T09:14:10.410Z',
    finished_at: '2026-11-12T09:16:02.305Z',
    url: exampleUrl(`agents/runs/${exampleIds.agentRun}`),
  },
});
