import { randomUUID } from 'node:crypto';
import { owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { writeRecommendation } from './write-recommendation.ts';

const recommendations = '/api/v1/recommendations';
const one = `${recommendations}/:id`;
const module = 'agent-recommendation';

async function recommendation(installation: Installation, clusterId: string = randomUUID()) {
  const { who, tenant } = await owner(installation);
  const write = () => writeRecommendation(installation.db, tenant.id, { cluster_id: clusterId });
  return { who, write, path: `${recommendations}/${await write()}` };
}

export const calls: Calls = {
  [`POST ${one}/accept`]: async (installation) => {
    const { who, path } = await recommendation(installation);
    return { who, module, path: `${path}/accept`, body: { note: 'the proof takes care of it' } };
  },
  [`POST ${one}/dismiss`]: async (installation) => {
    const { who, path } = await recommendation(installation);
    return { who, module, path: `${path}/dismiss`, body: { reason: 'the proof does not want it' } };
  },
};

export const recipes: Recipes = {
  [`GET ${recommendations}`]: {
    call: async (installation) => {
      const clusterId = randomUUID();
      const { who, write } = await recommendation(installation, clusterId);
      await write();
      return { who, path: `${recommendations}?cluster_id=${clusterId}` };
    },
  },
  [`GET ${one}`]: {
    call: async (installation) => {
      const { who, path } = await recommendation(installation);
      return { who, path };
    },
  },
  [`POST ${one}/accept`]: { call: readyMade(calls, `POST ${one}/accept`), readBack: one },
  [`POST ${one}/dismiss`]: { call: readyMade(calls, `POST ${one}/dismiss`), readBack: one },
  'GET /api/v1/dead-letters': deadLetters(module),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/recommendations': 'read, cluster',
  'GET /api/v1/recommendations/:id': 'read, cluster',
  'POST /api/v1/recommendations/:id/accept': 'actions, cluster',
  'POST /api/v1/recommendations/:id/dismiss': 'actions, cluster',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
