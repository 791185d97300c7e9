import { randomInt, randomUUID } from 'node:crypto';
import { systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cluster, newCluster } from '../../platform/test/calls.ts';
import type { Plan } from '../src/plans/plan-schema.ts';
import type { ActionRow } from '../src/records/row.ts';
import { noteDecision } from '../src/records/store.ts';
import { seatAgent } from './stand-in-worker.ts';
import { cordonPlan } from './stand-in.ts';
import { node, writeAction } from './write-action.ts';

export const actions = '/api/v1/actions';
export const agentSettings = '/api/v1/settings';
const killSwitch = '/api/v1/kill-switch';
const autonomy = '/api/v1/autonomy';
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

/** An uncordon, which the stand-in's plan to cordon takes back. */
async function undoable(installation: Installation) {
  const { who, tenantId, clusterId } = await agentCluster(installation);
  const now = systemClock.now();
  const plan: Plan = {
    ...cordonPlan(clusterId),
    action: 'uncordon_node',
    changes: [{ field: 'spec.unschedulable', before: true, after: false }],
  };
  const id = await writeAction(installation.db, tenantId, now, {
    cluster_id: clusterId,
    action: 'uncordon_node',
    status: 'success',
    effect: 'accepted',
    plan,
    started_at: now,
    finished_at: now,
    expires_at: null,
  });
  return { who, path: `${actions}/${id}` };
}

const decided = (word: string) => async (installation: Installation) => {
  const { who, path } = await pendingAction(installation);
  return { who, module, path: `${path}/${word}`, body: { reason: 'the proof wants it' } };
};

/** By the module that sent it, while the action that came of it waits. */
async function withdrawn(installation: Installation) {
  const decisionId = randomUUID();
  const { tenantId, path } = await pendingAction(installation, { decision_id: decisionId });
  const actionId = path.slice(actions.length + 1);
  await installation.db.tenant(tenantId, (db) => noteDecision(db, decisionId, actionId));
  return {
    who: await installation.moduleCaller(module, tenantId),
    module,
    path: `/internal/v1/decisions/${decisionId}/withdraw`,
    body: { reason: 'the proof wants it' },
  };
}

const asked = (word: string, body: object) => async (installation: Installation) => {
  const { who, clusterId } = await agentCluster(installation);
  return { who, module, path: `${actions}/${word}`, body: { ...body, cluster_id: clusterId } };
};

const switched = (word: string) => async (installation: Installation) => {
  const { who, clusterId } = await agentCluster(installation);
  return { who, module, path: `${killSwitch}/${word}`, body: { cluster_id: clusterId } };
};

export const calls: Calls = {
  [`POST ${actions}/:id/approve`]: decided('approve'),
  [`POST ${actions}/:id/reject`]: decided('reject'),
  [`POST ${actions}/:id/cancel`]: decided('cancel'),
  [`POST ${actions}/:id/undo`]: async (installation) => {
    const { who, path } = await undoable(installation);
    return { who, module, path: `${path}/undo`, body: { reason: 'the proof wants it' } };
  },
  'POST /internal/v1/decisions/:id/withdraw': withdrawn,
  [`POST ${actions}/plan`]: asked('plan', { action: 'cordon_node', target: { node_name: node } }),
  [`POST ${actions}/drain`]: asked('drain', { node_name: node }),
  [`POST ${actions}/uncordon`]: asked('uncordon', { node_name: node }),
  [`POST ${actions}/rollback`]: asked('rollback', { namespace: 'shop', deployment_name: 'web' }),
  [`PATCH ${agentSettings}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module,
    path: agentSettings,
    body: { pending_seconds: randomInt(60, 604_800) },
  }),
  [`POST ${killSwitch}/engage`]: switched('engage'),
  [`POST ${killSwitch}/release`]: switched('release'),
  [`PATCH ${autonomy}`]: async (installation) => {
    const { who, clusterId } = await agentCluster(installation);
    return { who, module, path: autonomy, body: { cluster_id: clusterId, autonomy: { restart_pod: 'ask' } } };
  },
};

const one = `${actions}/:id`;

/** Of one cluster two actions that wait. */
async function twoPending(installation: Installation) {
  const { who, tenantId, clusterId, path } = await pendingAction(installation);
  await writeAction(installation.db, tenantId, systemClock.now(), { cluster_id: clusterId });
  return { who, clusterId, path };
}

const listed = (path: string, more = ''): Recipe => ({
  call: async (installation) => {
    const { who, clusterId } = await twoPending(installation);
    return { who, path: `${path}?cluster_id=${clusterId}${more}` };
  },
});

const ofOne = (more = ''): Recipe => ({
  call: async (installation) => {
    const { who, path } = await pendingAction(installation);
    return { who, path: `${path}${more}` };
  },
});

const called = (name: string, readBack?: string): Recipes => ({
  [name]: { call: readyMade(calls, name), ...(readBack === undefined ? {} : { readBack }) },
});

/** Two clusters, once the agent has heard of them. */
async function twoClusters(installation: Installation) {
  const { who } = await cluster(installation);
  const body = { ...newCluster(), name: 'second' };
  await made(installation.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body }));
  await eventually(async () => {
    const told = await installation.call(who, 'GET', '/api/v1/clusters', { module });
    if (told.body.total !== 2) throw new Error('not known yet');
  });
  return { who, path: '/api/v1/clusters' };
}

/** Settings unlike any other tenant's: their ETag is of what they say. */
async function ownSettings(installation: Installation) {
  const { who } = await owner(installation);
  const seconds = () => ({ pending_seconds: randomInt(60, 604_800) });
  await made(installation.call(who, 'PATCH', agentSettings, { module, body: seconds() }));
  return { who, path: agentSettings, body: seconds() };
}

/** Unlike any other tenant's: its ETag is of what it says. */
async function ownAutonomy(installation: Installation) {
  const { who, clusterId } = await agentCluster(installation);
  const body = (level: string) => ({ cluster_id: clusterId, autonomy: { restart_pod: level } });
  await made(installation.call(who, 'PATCH', autonomy, { module, body: body('ask') }));
  return { who, clusterId, path: autonomy, body: body('never') };
}

export const recipes: Recipes = {
  [`GET ${actions}`]: listed(actions, '&status=pending_approval'),
  [`GET ${actions}/pending`]: listed(`${actions}/pending`),
  [`GET ${one}`]: ofOne(),
  [`GET ${one}/stream`]: ofOne('/stream'),
  ...called(`POST ${one}/approve`, one),
  ...called(`POST ${one}/reject`, one),
  ...called(`POST ${one}/cancel`, one),
  ...called(`POST ${one}/undo`, one),
  [`GET ${actions}/ledger`]: {
    call: async (installation) => {
      const { who, clusterId, path } = await pendingAction(installation);
      await made(installation.call(who, 'POST', `${path}/cancel`, { module }));
      return { who, path: `${actions}/ledger?cluster_id=${clusterId}` };
    },
  },
  ...called(`POST ${actions}/plan`),
  ...called(`POST ${actions}/drain`, actions),
  ...called(`POST ${actions}/uncordon`, actions),
  ...called(`POST ${actions}/rollback`, actions),
  'GET /api/v1/clusters': { call: twoClusters },
  [`GET ${agentSettings}`]: {
    call: async (installation) => {
      const { who, path } = await ownSettings(installation);
      return { who, path };
    },
  },
  [`PATCH ${agentSettings}`]: { call: ownSettings, readBack: agentSettings },
  [`GET ${killSwitch}`]: {
    call: async (installation) => {
      const { who, clusterId } = await agentCluster(installation);
      const body = { cluster_id: clusterId };
      await made(installation.call(who, 'POST', `${killSwitch}/engage`, { module, body }));
      return { who, path: `${killSwitch}?cluster_id=${clusterId}` };
    },
  },
  ...called(`POST ${killSwitch}/engage`, killSwitch),
  ...called(`POST ${killSwitch}/release`, killSwitch),
  [`GET ${autonomy}`]: {
    call: async (installation) => {
      const { who, clusterId } = await ownAutonomy(installation);
      return { who, path: `${autonomy}?cluster_id=${clusterId}` };
    },
  },
  [`PATCH ${autonomy}`]: { call: ownAutonomy, readBack: autonomy },
  'GET /api/v1/dead-letters': deadLetters('action-agent'),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/actions': 'read, cluster',
  'GET /api/v1/actions/pending': 'read, cluster',
  'GET /api/v1/actions/:id': 'read, cluster',
  'GET /api/v1/actions/:id/stream': 'read, cluster',
  'POST /api/v1/actions/:id/approve': 'actions, cluster',
  'POST /api/v1/actions/:id/reject': 'actions, cluster',
  'POST /api/v1/actions/:id/cancel': 'actions, cluster',
  'POST /api/v1/actions/:id/undo': 'actions, cluster',
  'GET /api/v1/actions/ledger': 'read, cluster',
  'POST /api/v1/actions/plan': 'actions, cluster',
  'POST /api/v1/actions/drain': 'actions, cluster',
  'POST /api/v1/actions/uncordon': 'actions, cluster',
  'POST /api/v1/actions/rollback': 'actions, cluster',
  'GET /api/v1/clusters': 'read, cluster',
  'GET /api/v1/settings': 'read',
  'PATCH /api/v1/settings': 'admin, tenant',
  'GET /api/v1/kill-switch': 'read, cluster',
  'POST /api/v1/kill-switch/engage': 'actions, cluster',
  'POST /api/v1/kill-switch/release': 'admin, cluster',
  'GET /api/v1/autonomy': 'read, cluster',
  'PATCH /api/v1/autonomy': 'admin, tenant',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
