import { randomUUID } from 'node:crypto';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cluster } from '../../platform/test/cluster-made.ts';

const incidents = '/api/v1/incidents';
const one = `${incidents}/:id`;
const signals = '/api/v1/signals';
const windows = '/api/v1/maintenance-windows';
const oneWindow = `${windows}/:id`;
const settings = '/api/v1/settings';
const module = 'incidents';

/** What a cluster that nobody reaches brings about by itself has another service. */
const service = 'proof';
const ofProof = `${incidents}?q=${service}`;

const newIncident = (clusterId: string) => ({
  cluster_id: clusterId,
  title: `trouble ${randomUUID()}`,
  severity: 'high',
  affected_service: service,
});

async function incident(installation: Installation) {
  const { who, id: clusterId } = await cluster(installation);
  const declare = async () => {
    const { body } = await made(installation.call(who, 'POST', incidents, { module, body: newIncident(clusterId) }));
    return { id: String(body.id), path: `${incidents}/${body.id}`, userId: String(body.created_by.id) };
  };
  return { who, clusterId, declare, ...(await declare()) };
}

const step =
  (word: string, before?: string) =>
  async (installation: Installation): Promise<Awaited<ReturnType<Recipe['call']>>> => {
    const { who, path } = await incident(installation);
    if (before !== undefined) await made(installation.call(who, 'POST', `${path}/${before}`, { module }));
    return { who, module, path: `${path}/${word}`, body: { note: 'the proof wants it' } };
  };

/** Two of one group, and so of one incident. */
const newSignals = (clusterId: string) =>
  ['one', 'two'].map((key) => ({
    key,
    rule: 'latency_p95',
    severity: 'high',
    message: 'it is slow',
    cluster_id: clusterId,
    service,
    group: 'proof',
  }));

const alerts = () => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'Slow', service, severity: 'critical' },
      startsAt: new Date().toISOString(),
      fingerprint: randomUUID(),
    },
  ],
});

const dayMs = 24 * 60 * 60_000;

/** One that does not begin while it is looked at. */
const newWindow = (clusterId: string) => ({
  name: 'proof',
  cluster_id: clusterId,
  starts_at: new Date(Date.now() + dayMs).toISOString(),
  ends_at: new Date(Date.now() + 2 * dayMs).toISOString(),
});

async function window(installation: Installation) {
  const { who, id: clusterId } = await cluster(installation);
  const announce = () => made(installation.call(who, 'POST', windows, { module, body: newWindow(clusterId) }));
  const { body } = await announce();
  return { who, clusterId, announce, path: `${windows}/${body.id}` };
}

let secondsSaid = 0;
/** Unlike any other's: their ETag is of what they say. */
const newSettings = () => ({ quiet_seconds: 10 + (secondsSaid++ % 3_591) });

async function ownSettings(installation: Installation) {
  const { who } = await owner(installation);
  await made(installation.call(who, 'PATCH', settings, { module, body: newSettings() }));
  return { who, module, path: settings, body: newSettings() };
}

export const calls: Calls = {
  [`POST ${incidents}`]: async (installation) => {
    const { who, id } = await cluster(installation);
    return { who, module, path: incidents, body: newIncident(id) };
  },
  [`PATCH ${one}`]: async (installation) => {
    const { who, path, userId } = await incident(installation);
    return { who, module, path, body: { assignee_id: userId, summary: 'the proof looks after it' } };
  },
  [`POST ${one}/acknowledge`]: step('acknowledge'),
  [`POST ${one}/investigate`]: step('investigate'),
  [`POST ${one}/mitigate`]: step('mitigate'),
  [`POST ${one}/resolve`]: step('resolve'),
  [`POST ${one}/reopen`]: step('reopen', 'resolve'),
  [`POST ${one}/close`]: step('close', 'resolve'),
  [`POST ${one}/merge`]: async (installation) => {
    const { who, path, declare } = await incident(installation);
    return { who, module, path: `${path}/merge`, body: { into: (await declare()).id } };
  },
  [`POST ${one}/notes`]: async (installation) => {
    const { who, path } = await incident(installation);
    return { who, module, path: `${path}/notes`, body: { text: 'seen by the proof' } };
  },
  [`POST ${signals}`]: async (installation) => {
    const { who, id } = await cluster(installation);
    return { who, module, path: signals, body: { signals: newSignals(id) } };
  },
  [`POST ${signals}/alertmanager`]: async (installation) => {
    const { who, id } = await cluster(installation);
    return { who, module, path: `${signals}/alertmanager?cluster_id=${id}`, body: alerts() };
  },
  [`POST ${windows}`]: async (installation) => {
    const { who, id } = await cluster(installation);
    return { who, module, path: windows, body: newWindow(id) };
  },
  [`DELETE ${oneWindow}`]: async (installation) => {
    const { who, path } = await window(installation);
    return { who, module, path };
  },
  [`PATCH ${settings}`]: ownSettings,
};

const called = (name: string, readBack: string): Recipes => ({
  [name]: { call: readyMade(calls, name), readBack },
});

const ofOne = (more = ''): Recipe => ({
  call: async (installation) => {
    const { who, path } = await incident(installation);
    return { who, path: `${path}${more}` };
  },
});

export const recipes: Recipes = {
  [`GET ${incidents}`]: {
    call: async (installation) => {
      const { who, clusterId, declare, ...first } = await incident(installation);
      for (const { path, userId } of [first, await declare()])
        await made(installation.call(who, 'PATCH', path, { module, body: { assignee_id: userId } }));
      return { who, path: `${incidents}?cluster_id=${clusterId}&assignee_id=${first.userId}` };
    },
  },
  [`GET ${incidents}/stats`]: {
    call: async (installation) => ({ who: (await incident(installation)).who, path: `${incidents}/stats` }),
  },
  [`GET ${one}`]: ofOne(),
  [`GET ${one}/stream`]: ofOne('/stream'),
  [`GET ${one}/export`]: ofOne('/export'),
  [`GET ${one}/timeline`]: {
    call: async (installation) => {
      const { who, path } = await incident(installation);
      await made(installation.call(who, 'POST', `${path}/notes`, { module, body: { text: 'seen' } }));
      return { who, path: `${path}/timeline` };
    },
  },
  [`GET ${one}/signals`]: {
    call: async (installation) => {
      const { who, id: clusterId } = await cluster(installation);
      const sent = { module, body: { signals: newSignals(clusterId) } };
      await made(installation.call(who, 'POST', signals, sent));
      const { body } = await made(installation.call(who, 'GET', ofProof, { module }));
      return { who, path: `${incidents}/${body.data[0].id}/signals` };
    },
  },
  ...called(`POST ${incidents}`, ofProof),
  ...called(`PATCH ${one}`, one),
  ...called(`POST ${one}/acknowledge`, one),
  ...called(`POST ${one}/investigate`, one),
  ...called(`POST ${one}/mitigate`, one),
  ...called(`POST ${one}/resolve`, one),
  ...called(`POST ${one}/reopen`, one),
  ...called(`POST ${one}/close`, one),
  ...called(`POST ${one}/merge`, one),
  // It tells when the incident was last written to; a timeline, who was sent what as far as that is known right now.
  ...called(`POST ${one}/notes`, one),
  ...called(`POST ${signals}`, ofProof),
  ...called(`POST ${signals}/alertmanager`, ofProof),
  [`GET ${windows}`]: {
    call: async (installation) => {
      const { who, clusterId, announce } = await window(installation);
      await announce();
      return { who, path: `${windows}?cluster_id=${clusterId}` };
    },
  },
  [`GET ${oneWindow}`]: {
    call: async (installation) => {
      const { who, path } = await window(installation);
      return { who, path };
    },
  },
  ...called(`POST ${windows}`, windows),
  ...called(`DELETE ${oneWindow}`, oneWindow),
  [`GET ${settings}`]: {
    call: async (installation) => {
      const { who, path } = await ownSettings(installation);
      return { who, path };
    },
  },
  ...called(`PATCH ${settings}`, settings),
  'GET /api/v1/dead-letters': deadLetters(module),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/incidents': 'read, cloudspace',
  'GET /api/v1/incidents/stats': 'read, cloudspace',
  'GET /api/v1/incidents/:id': 'read, cloudspace',
  'GET /api/v1/incidents/:id/signals': 'read, cloudspace',
  'GET /api/v1/incidents/:id/timeline': 'read, cloudspace',
  'GET /api/v1/incidents/:id/stream': 'read, cloudspace',
  'GET /api/v1/incidents/:id/export': 'read, cloudspace',
  'POST /api/v1/incidents': 'actions, cloudspace',
  'PATCH /api/v1/incidents/:id': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/acknowledge': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/investigate': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/mitigate': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/resolve': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/reopen': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/close': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/merge': 'actions, cloudspace',
  'POST /api/v1/incidents/:id/notes': 'actions, cloudspace',
  'POST /api/v1/signals': 'signals, cluster',
  'POST /api/v1/signals/alertmanager': 'signals, cluster',
  'GET /api/v1/maintenance-windows': 'read, cluster',
  'POST /api/v1/maintenance-windows': 'actions, cluster',
  'GET /api/v1/maintenance-windows/:id': 'read, cluster',
  'DELETE /api/v1/maintenance-windows/:id': 'actions, cluster',
  'GET /api/v1/settings': 'read',
  'PATCH /api/v1/settings': 'admin, tenant',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
