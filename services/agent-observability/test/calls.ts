import { randomUUID } from 'node:crypto';
import { made } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cluster } from '../../platform/test/cluster-made.ts';

const observations = '/api/v1/observations';
const one = `${observations}/:id`;
const module = 'agent-observability';

const asking = (clusterId: string) => ({
  cluster_id: clusterId,
  object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
});

/** A cluster that nobody reaches has incidents by itself, and these are observed too. */
const askedFor = `${observations}?because=asked_by_person`;

/** As analysis asks for them, of one incident. */
async function ofIncident(installation: Installation, count: number) {
  const { who, tenant, id: clusterId } = await cluster(installation);
  const analysis = await installation.moduleCaller(module, tenant.id);
  const incidentId = randomUUID();
  const body = { ...asking(clusterId), incident_id: incidentId };
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await made(installation.call(analysis, 'POST', '/internal/v1/observations', { module, body }));
    ids.push(String(answer.body.observation_id));
  }
  return { who, clusterId, incidentId, ids };
}

export const calls: Calls = {
  [`POST ${observations}`]: async (installation) => {
    const { who, id } = await cluster(installation);
    return { who, module, path: observations, body: asking(id) };
  },
  'POST /internal/v1/observations': async (installation) => {
    const { tenant, id } = await cluster(installation);
    const who = await installation.moduleCaller(module, tenant.id);
    return { who, module, path: '/internal/v1/observations', body: { ...asking(id), incident_id: randomUUID() } };
  },
};

export const recipes: Recipes = {
  [`GET ${observations}`]: {
    call: async (installation) => {
      const { who, clusterId, incidentId } = await ofIncident(installation, 2);
      return { who, path: `${observations}?cluster_id=${clusterId}&incident_id=${incidentId}` };
    },
  },
  [`POST ${observations}`]: { call: readyMade(calls, `POST ${observations}`), readBack: askedFor },
  [`GET ${one}`]: {
    call: async (installation) => {
      const { who, ids } = await ofIncident(installation, 1);
      return { who, path: `${observations}/${ids[0] ?? ''}` };
    },
  },
  'GET /api/v1/dead-letters': deadLetters(module),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/observations': 'read, cloudspace',
  'POST /api/v1/observations': 'agents, cluster',
  'GET /api/v1/observations/:id': 'read, cloudspace',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
