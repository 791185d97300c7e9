import { randomInt } from 'node:crypto';
import { systemClock } from '@wheelhouse/kit';
import type { ActionRow } from '../../services/action-agent/src/records/row.ts';
import { cordonPlan } from '../../services/action-agent/test/stand-in.ts';
import { node, writeAction } from '../../services/action-agent/test/write-action.ts';
import type { Installation } from '../installation/start.ts';
import { owner } from './people.ts';
import { cluster } from './platform-calls.ts';
import type { Calls } from './ready-call.ts';
import { seatAgent } from './stand-in-agent.ts';

export const actions = '/api/v1/actions';
export const agentSettings = '/api/v1/settings';
const module = 'action-agent';

/** A cluster that nobody reaches, with somebody in place of its worker: what is hidden from whom does not depend on one. */
export async function agentCluster(installation: Installation) {
  const { who, tenant, id: clusterId } = await cluster(installation);
  await seatAgent(installation, tenant.id, clusterId);
  return { who, tenantId: tenant.id, clusterId, module };
}

export async function pendingAction(installation: Installation, more: Partial<ActionRow> = {}) {
  const { who, tenantId, clusterId } = await agentCluster(installation);
  const now = systemClock.now();
  const given = { cluster_id: clusterId, plan: cordonPlan(clusterId), planned_at: now, ...more };
  const id = await writeAction(installation.db, tenantId, now, given);
  return { who, tenantId, clusterId, module, path: `${actions}/${id}` };
}

const decided = (word: string) => async (installation: Installation) => {
  const { who, path } = await pendingAction(installation);
  return { who, module, path: `${path}/${word}`, body: { reason: 'the proof wants it' } };
};

const asked = (word: string, body: object) => async (installation: Installation) => {
  const { who, clusterId } = await agentCluster(installation);
  return { who, module, path: `${actions}/${word}`, body: { ...body, cluster_id: clusterId } };
};

export const actionCalls: Calls = {
  [`POST ${actions}/:id/approve`]: decided('approve'),
  [`POST ${actions}/:id/reject`]: decided('reject'),
  [`POST ${actions}/:id/cancel`]: decided('cancel'),
  [`POST ${actions}/plan`]: asked('plan', { action: 'cordon_node', target: { node_name: node } }),
  [`POST ${actions}/uncordon`]: asked('uncordon', { node_name: node }),
  [`POST ${actions}/rollback`]: asked('rollback', { namespace: 'shop', deployment_name: 'web' }),
  [`PATCH ${agentSettings}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module,
    path: agentSettings,
    body: { pending_seconds: randomInt(60, 604_800) },
  }),
};
