import { randomInt } from 'node:crypto';
import { systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { writeAction } from '../../../services/action-agent/test/write-action.ts';
import { actionCalls, actions, agentSettings, pendingAction } from '../../audit/action-calls.ts';
import { made, owner } from '../../audit/people.ts';
import { cluster, newCluster } from '../../audit/platform-calls.ts';
import type { Installation } from '../../installation/start.ts';
import type { Recipe, Recipes } from '../recipe.ts';
import { deadLetters, readyMade } from './ready-made.ts';

const one = `${actions}/:id`;
const module = 'action-agent';

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
  [name]: { call: readyMade(actionCalls, name), ...(readBack === undefined ? {} : { readBack }) },
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

export const actionAgentRecipes: Recipes = {
  [`GET ${actions}`]: listed(actions, '&status=pending_approval'),
  [`GET ${actions}/pending`]: listed(`${actions}/pending`),
  [`GET ${one}`]: ofOne(),
  [`GET ${one}/stream`]: ofOne('/stream'),
  ...called(`POST ${one}/approve`, one),
  ...called(`POST ${one}/reject`, one),
  ...called(`POST ${one}/cancel`, one),
  ...called(`POST ${actions}/plan`),
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
  'GET /api/v1/dead-letters': deadLetters('action-agent'),
};
