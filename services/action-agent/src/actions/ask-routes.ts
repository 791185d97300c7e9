import { defineRoute, type KnownClusters, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { Static, TSchema } from 'typebox';
import { chosenCluster } from '../clusters/choose.ts';
import type { AgentSettings } from '../config.ts';
import { askPlan } from '../planning/ask.ts';
import type { Asked } from '../plans/asked.ts';
import { planSchema } from '../plans/plan-schema.ts';
import { type ActionRow, shown } from '../records/row.ts';
import { actionSchema } from '../records/schema.ts';
import { actorFor } from './actor.ts';
import { askedIn } from './asked-in.ts';
import { nodeBody, planBody, rollbackBody } from './schema.ts';
import { start } from './start.ts';

const url = '/api/v1/actions';

interface AtOnce<Body extends TSchema> {
  readonly word: string;
  readonly summary: string;
  readonly operation: string;
  readonly body: Body;
  readonly asked: (body: Static<Body>) => Asked;
}

/** What a person asks for directly: to be shown what would happen, or to have it done at once. */
export function askRoutes(context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  const atOnce = <Body extends typeof nodeBody | typeof rollbackBody>(of: AtOnce<Body>): Route =>
    defineRoute({
      method: 'POST',
      url: `${url}/${of.word}`,
      access: 'actions',
      reach: 'cluster',
      summary: of.summary,
      operation: of.operation,
      audit: { action: `action.${of.word}` },
      body: of.body,
      status: 202,
      response: actionSchema,
      errors: ['not_found', 'target_busy', 'invalid_state', 'kill_switch', 'cluster_unreachable'],
      handler: async ({ body, principal, reach, tenantId, change }) => {
        const { cluster_id, reason } = body;
        const by = actorFor(principal);
        const clusterId = await chosenCluster(clusters, reach, tenantId, cluster_id);
        return change(async (db) => answer(await start(db, context, { clusterId, asked: of.asked(body), by, reason })));
      },
    });
  return [
    defineRoute({
      method: 'POST',
      url: `${url}/plan`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Show what an action would do, without running it',
      audit: { none: 'it changes nothing' },
      body: planBody,
      response: planSchema,
      etag: true,
      errors: ['not_found', 'cluster_unreachable', 'upstream_timeout'],
      handler: async ({ body, reach, tenantId, change }) => {
        const asked = askedIn(body);
        const clusterId = await chosenCluster(clusters, reach, tenantId, body.cluster_id);
        const plan = await askPlan(context, tenantId, clusterId, asked, true);
        return change(async () => ({ body: plan, etag: plan.etag }));
      },
    }),
    atOnce({
      word: 'drain',
      summary:
        'Drain a node: cordon it, then evict its pods as far as their disruption budgets allow. Runs immediately, without a separate approval; follow it with GET /api/v1/actions/{id}/stream',
      operation: 'drainNode',
      body: nodeBody,
      asked: ({ node_name }) => ({ action: 'drain_node', target: { node_name } }),
    }),
    atOnce({
      word: 'uncordon',
      summary:
        'Uncordon a node so that pods can be scheduled on it again. Runs immediately, without a separate approval',
      operation: 'uncordonNode',
      body: nodeBody,
      asked: ({ node_name }) => ({ action: 'uncordon_node', target: { node_name } }),
    }),
    atOnce({
      word: 'rollback',
      summary: 'Restart the pods of a Deployment (rolling restart). Runs immediately, without a separate approval',
      operation: 'rollbackDeployment',
      body: rollbackBody,
      asked: ({ namespace, deployment_name }) => ({
        action: 'rollback_deployment',
        target: { namespace, deployment_name },
      }),
    }),
  ];
}

function answer(row: ActionRow): Reply {
  const { id, action, target, cluster_id, reason } = row;
  return {
    body: shown(row),
    headers: { location: `${url}/${id}` },
    audit: { details: { action, target, cluster_id, reason } },
  };
}
