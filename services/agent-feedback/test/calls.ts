import { randomUUID } from 'node:crypto';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import type { VerdictRow } from '../src/verdicts/row.ts';
import { writeVerdict } from './write-verdict.ts';

const verdicts = '/api/v1/verdicts';
const one = `${verdicts}/:id`;
const records = '/api/v1/track-records';
const ratings = '/api/v1/ratings';
const settings = '/api/v1/settings';
const module = 'agent-feedback';

async function verdict(installation: Installation, more: Partial<VerdictRow> = {}) {
  const { who, tenant } = await owner(installation);
  const id = await writeVerdict(installation.db, tenant.id, more);
  return { who, tenant, path: `${verdicts}/${id}` };
}

let secondsSaid = 0;
/** Unlike any other's: their ETag is of what they say. */
const newSettings = () => ({ stays_seconds: 10 + (secondsSaid++ % 14_000) });

async function ownSettings(installation: Installation) {
  const { who } = await owner(installation);
  await made(installation.call(who, 'PATCH', settings, { module, body: newSettings() }));
  return { who, module, path: settings, body: newSettings() };
}

export const calls: Calls = {
  [`POST ${one}/overrule`]: async (installation) => {
    const { who, path } = await verdict(installation);
    return { who, module, path: `${path}/overrule`, body: { verdict: 'cured', note: 'the proof has seen it' } };
  },
  [`POST ${ratings}`]: async (installation) => {
    const { who } = await owner(installation);
    return { who, module, path: ratings, body: { analysis_id: randomUUID(), helpful: true } };
  },
  [`PATCH ${settings}`]: ownSettings,
};

const itsOwn = "is only kept beside the caller's own opinion: nothing is looked up by it";

export const recipes: Recipes = {
  [`GET ${verdicts}`]: {
    call: async (installation) => {
      const same = { cluster_id: randomUUID(), incident_id: randomUUID(), rule_id: randomUUID() };
      const { who, tenant } = await verdict(installation, same);
      await writeVerdict(installation.db, tenant.id, same);
      return { who, path: `${verdicts}?${new URLSearchParams(same).toString()}` };
    },
  },
  [`GET ${one}`]: { call: (installation) => verdict(installation) },
  [`POST ${one}/overrule`]: { call: readyMade(calls, `POST ${one}/overrule`), readBack: one },
  [`GET ${records}`]: {
    call: async (installation) => {
      const { who } = await verdict(installation, { rule_id: randomUUID() });
      return { who, path: records };
    },
  },
  [`POST ${ratings}`]: {
    call: readyMade(calls, `POST ${ratings}`),
    without: { 'body.analysis_id': itsOwn, 'body.run_id': itsOwn },
  },
  [`GET ${settings}`]: {
    call: async (installation) => {
      const { who, path } = await ownSettings(installation);
      return { who, path };
    },
  },
  [`PATCH ${settings}`]: { call: readyMade(calls, `PATCH ${settings}`), readBack: settings },
  'GET /api/v1/dead-letters': deadLetters(module),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/verdicts': 'read, cluster',
  'GET /api/v1/verdicts/:id': 'read, cluster',
  'POST /api/v1/verdicts/:id/overrule': 'actions, cluster',
  'GET /api/v1/track-records': 'read, cluster',
  'POST /api/v1/ratings': 'agents',
  'GET /api/v1/settings': 'read',
  'PATCH /api/v1/settings': 'admin, tenant',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
