import { defineRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import { chosenCluster } from '../clusters/choose.ts';
import type { KnownClusters } from '../clusters/known.ts';
import type { AgentSettings } from '../config.ts';
import { askPlan } from '../planning/ask.ts';
import { planSchema } from '../plans/plan-schema.ts';
import { type ActionRow, shown } from '../records/row.ts';
import { actionSchema } from '../records/schema.ts';
import { actorFor } from './actor.ts';
import { askedIn } from './asked-in.ts';
import { planBody, rollbackBody, uncordonBody } from './schema.ts';
import { start } from './start.ts';

const url = '/api/v1/actions';

/** What a person asks for directly: to be shown what would happen, or to have it done at once. */
export function askRoutes(context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: `${url}/plan`,
      access: 'actions',
      summary: 'Show what an action would do, without doing it',
      audit: { none: 'it changes nothing' },
      body: planBody,
      response: planSchema,
      etag: true,
      errors: ['not_found', 'cluster_unreachable', 'upstream_timeout'],
      handler: async ({ body, principal, tenantId, change }) => {
        const asked = askedIn(body);
        const clusterId = await chosenCluster(clusters, principal, tenantId, body.cluster_id);
        const plan = await askPlan(context, tenantId, clusterId, asked, true);
        return change(async () => ({ body: plan, etag: plan.etag }));
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/uncordon`,
      access: 'actions',
      summary: 'Uncordon a node: pods may be placed on it again. Runs at once; the call is the consent',
      operation: 'uncordonNode',
      audit: { action: 'action.uncordon' },
      body: uncordonBody,
      status: 202,
      response: actionSchema,
      errors: ['not_found', 'target_busy', 'cluster_unreachable'],
      handler: async ({ body, principal, tenantId, change }) => {
        const { node_name, cluster_id, reason } = body;
        const by = actorFor(principal);
        const clusterId = await chosenCluster(clusters, principal, tenantId, cluster_id);
        const asked = { action: 'uncordon_node', target: { node_name } } as const;
        return change(async (db) => answer(await start(db, context, { clusterId, asked, by, reason })));
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/rollback`,
      access: 'actions',
      summary: 'Restart a Deployment pod by pod (rolling restart). Runs at once; the call is the consent',
      operation: 'rollbackDeployment',
      audit: { action: 'action.rollback' },
      body: rollbackBody,
      status: 202,
      response: actionSchema,
      errors: ['not_found', 'target_busy', 'cluster_unreachable'],
      handler: async ({ body, principal, tenantId, change }) => {
        const { namespace, deployment_name, cluster_id, reason } = body;
        const by = actorFor(principal);
        const clusterId = await chosenCluster(clusters, principal, tenantId, cluster_id);
        const asked = { action: 'rollback_deployment', target: { namespace, deployment_name } } as const;
        return change(async (db) => answer(await start(db, context, { clusterId, asked, by, reason })));
      },
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
