import { randomInt, randomUUID } from 'node:crypto';
import { systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cluster } from '../../platform/test/cluster-made.ts';
import { saveRuleState, usualState } from '../src/trust/rules-store.ts';

const analyses = '/api/v1/analyses';
const rules = '/api/v1/rules';
const settings = '/api/v1/settings';
const module = 'agent-analysis';

/** Incidents that are declared: about no object, so that each analysis of one is concluded at once. */
async function incident(installation: Installation) {
  const { who, id: clusterId } = await cluster(installation);
  const body = { cluster_id: clusterId, title: `trouble ${randomUUID()}`, severity: 'high' };
  const declare = async () => {
    const answer = await made(installation.call(who, 'POST', '/api/v1/incidents', { module: 'incidents', body }));
    const id = String(answer.body.id);
    // What it makes of the event comes a moment later, and would change what is read back.
    await eventually(async () => {
      const heard = await installation.call(who, 'GET', `${analyses}?incident_id=${id}`, { module });
      if (heard.body.total !== 1) throw new Error('its opening was not heard yet');
    });
    return id;
  };
  return { who, clusterId, declare };
}

const start = async (installation: Installation) => {
  const { who, declare } = await incident(installation);
  return { who, module, path: analyses, body: { incident_id: await declare() } };
};

/** An incident without an object has one analysis from its opening; here it has another that somebody asked for. */
async function analyzed(installation: Installation) {
  const { who, clusterId, declare } = await incident(installation);
  const incidentId = await declare();
  const answer = await made(installation.call(who, 'POST', analyses, { module, body: { incident_id: incidentId } }));
  return { who, clusterId, incidentId, path: `${analyses}/${String(answer.body.id)}` };
}

async function paused(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const state = { ...usualState, paused_since: systemClock.now(), paused_because: 'the proof wants it' };
  await installation.db.tenant(tenant.id, (db) => saveRuleState(db, 'wedged_pod', state));
  return { who, module, path: `${rules}/wedged_pod/resume` };
}

async function switched(installation: Installation) {
  const { who } = await owner(installation);
  return { who, module, path: `${rules}/dead_node`, body: { enabled: false } };
}

/** Unlike any other tenant's: their ETag is of what they say. */
async function ownSettings(installation: Installation) {
  const { who } = await owner(installation);
  const body = () => ({ auto_from: 0.5 + randomInt(0, 5_000_000) / 10_000_000 });
  await made(installation.call(who, 'PATCH', settings, { module, body: body() }));
  return { who, module, path: settings, body: body() };
}

export const calls: Calls = {
  [`POST ${analyses}`]: start,
  [`PATCH ${rules}/:name`]: switched,
  [`POST ${rules}/:name/resume`]: paused,
  [`PATCH ${settings}`]: ownSettings,
};

const called = (name: string, more: Partial<Recipe> = {}): Recipes => ({
  [name]: { call: readyMade(calls, name), ...more },
});

const sameNames = { 'path.name': 'the rules have the same names in every tenant' };

export const recipes: Recipes = {
  [`GET ${analyses}`]: {
    call: async (installation) => {
      const { who, clusterId, incidentId } = await analyzed(installation);
      return { who, path: `${analyses}?cluster_id=${clusterId}&incident_id=${incidentId}` };
    },
  },
  [`GET ${analyses}/:id`]: {
    call: async (installation) => {
      const { who, path } = await analyzed(installation);
      return { who, path };
    },
  },
  ...called(`POST ${analyses}`, { readBack: analyses }),
  [`GET ${rules}`]: {
    call: async (installation) => ({ who: (await owner(installation)).who, path: rules }),
  },
  ...called(`PATCH ${rules}/:name`, { readBack: rules, without: sameNames }),
  ...called(`POST ${rules}/:name/resume`, { readBack: rules, without: sameNames }),
  [`GET ${settings}`]: {
    call: async (installation) => {
      const { who, path } = await ownSettings(installation);
      return { who, path };
    },
  },
  ...called(`PATCH ${settings}`, { readBack: settings }),
  'GET /api/v1/dead-letters': deadLetters(module),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/analyses': 'read, cluster',
  'GET /api/v1/analyses/:id': 'read, cluster',
  'POST /api/v1/analyses': 'agents, cluster',
  'GET /api/v1/rules': 'read',
  'PATCH /api/v1/rules/:name': 'admin, tenant',
  'POST /api/v1/rules/:name/resume': 'admin, tenant',
  'GET /api/v1/settings': 'read',
  'PATCH /api/v1/settings': 'admin, tenant',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
