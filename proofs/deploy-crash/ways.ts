import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import type { Way } from '../crash/subject.ts';
import { becomesReady, type DeployLane } from './lane.ts';

/** One app, or one CloudSpace, and what is to become of it. */
export interface DeployWork {
  readonly name: string;
  /** Undefined until it is made. */
  readonly id: () => string | undefined;
  readonly path: () => string;
  /** How it is in the end: an app at this revision, with this many replicas; a CloudSpace that is Ready; or gone. */
  readonly expected: { readonly revision?: number; readonly version?: string; readonly replicas?: number } | 'gone';
  readonly kind: 'app' | 'cloudspace';
  /** It was deleted on its way: whether it was Ready before hangs on who was faster. */
  readonly isOvertaken?: true;
}

export type DeployWay = Way<DeployLane, DeployWork>;

const withinMs = 120_000;
const apps = '/api/v1/apps';

interface Made {
  id?: string;
}

function appWork(made: Made, name: string, expected: DeployWork['expected']): DeployWork {
  return { name, id: () => made.id, path: () => `${apps}/${made.id}`, expected, kind: 'app' };
}

const nameOf = (kind: string) => `${kind}-${randomUUID().slice(0, 8)}`;
const newApp = (lane: DeployLane, name: string, version: string) => ({
  name,
  cloudspace_id: lane.cloudspaceId,
  source: { type: 'image', image: `web:${version}` },
  env: { VERSION: version },
  resources: { cpu_request: '10m', memory_request: '16Mi' },
});

/** An app that is Live, and that somebody else has scaled to 3 since. */
async function liveApp(lane: DeployLane, name: string): Promise<Made> {
  const { body } = await lane.ask('POST', apps, newApp(lane, name, '1'));
  await isLive(lane, body.id, 1);
  const path = `/apis/apps/v1/namespaces/${lane.namespace}/deployments/${name}`;
  await lane.kube.client.patch(path, { spec: { replicas: 3 } }, { fieldManager: 'kubectl-scale' });
  return { id: body.id };
}

async function isLive(lane: DeployLane, id: string, revision: number): Promise<void> {
  await eventually(async () => {
    const { body } = await lane.ask('GET', `${apps}/${id}`);
    if (body.current_revision !== revision) throw new Error(`revision ${body.revision} is ${body.phase}`);
  }, withinMs);
}

const change = (version: string) => ({ source: { type: 'image', image: `web:${version}` }, env: { VERSION: version } });

/** The works of `create` learn their id when it is made. */
const madeBy = new WeakMap<DeployWork, Made>();
function setId(work: DeployWork, id: string): void {
  const made = madeBy.get(work);
  if (made !== undefined) made.id = id;
}

function withId(make: (lane: DeployLane, made: Made) => Promise<DeployWork>) {
  return async (lane: DeployLane) => {
    const made: Made = {};
    const work = await make(lane, made);
    madeBy.set(work, made);
    return work;
  };
}

export const createApp: DeployWay = {
  name: 'create',
  prepare: withId(async (_lane, made) => appWork(made, nameOf('create'), { revision: 1, version: '1', replicas: 1 })),
  start: async (lane, work) => {
    const { body } = await lane.ask('POST', apps, newApp(lane, work.name, '1'));
    setId(work, body.id);
  },
};

export const update: DeployWay = {
  name: 'update',
  prepare: async (lane) => {
    const name = nameOf('update');
    return appWork(await liveApp(lane, name), name, { revision: 2, version: '2', replicas: 3 });
  },
  start: (lane, work) => lane.ask('PATCH', work.path(), change('2')),
};

const rollback: DeployWay = {
  name: 'rollback',
  prepare: async (lane) => {
    const name = nameOf('rollback');
    const made = await liveApp(lane, name);
    await lane.ask('PATCH', `${apps}/${made.id}`, change('2'));
    await isLive(lane, made.id ?? '', 2);
    return appWork(made, name, { revision: 3, version: '1', replicas: 3 });
  },
  start: (lane, work) => lane.ask('POST', `${work.path()}/rollback`, { revision: 1 }),
};

const cancel: DeployWay = {
  name: 'cancel',
  prepare: async (lane) => {
    const name = nameOf('cancel');
    const made = await liveApp(lane, name);
    // No node has so much: it rolls out until it is canceled.
    await lane.ask('PATCH', `${apps}/${made.id}`, { ...change('2'), resources: { cpu_request: '1000' } });
    await eventually(async () => {
      const { body } = await lane.ask('GET', `${apps}/${made.id}`);
      if (body.phase !== 'RollingOut') throw new Error(`revision ${body.revision} is ${body.phase}`);
    }, withinMs);
    return appWork(made, name, { revision: 3, version: '1', replicas: 3 });
  },
  start: (lane, work) => lane.ask('POST', `${work.path()}/cancel`),
};

const remove: DeployWay = {
  name: 'delete',
  prepare: async (lane) => {
    const name = nameOf('delete');
    return appWork(await liveApp(lane, name), name, 'gone');
  },
  start: (lane, work) => lane.ask('DELETE', work.path()),
};

function cloudspaceWork(made: Made, name: string, expected: DeployWork['expected']): DeployWork {
  return { name, id: () => made.id, path: () => `/api/v1/cloudspaces/${made.id}`, expected, kind: 'cloudspace' };
}

const newCloudspace = ({ clusterId, placement }: DeployLane, name: string) => ({
  name,
  cluster_id: clusterId,
  placement,
  quota: { pods: 5 },
  registries: [{ host: 'registry.example.test', username: 'ci', password: 'of the proof' }],
});

const createCloudspace: DeployWay = {
  name: 'create a CloudSpace',
  prepare: withId(async (_lane, made) => cloudspaceWork(made, nameOf('crash-space'), {})),
  start: async (lane, work) => {
    const { body } = await lane.ask('POST', '/api/v1/cloudspaces', newCloudspace(lane, work.name));
    setId(work, body.id);
  },
};

const deleteCloudspace: DeployWay = {
  name: 'delete a CloudSpace',
  prepare: async (lane) => {
    const name = nameOf('crash-space');
    const { body } = await lane.ask('POST', '/api/v1/cloudspaces', newCloudspace(lane, name));
    await becomesReady(lane.ask, body.id);
    return cloudspaceWork({ id: body.id }, name, 'gone');
  },
  start: (lane, work) => lane.ask('DELETE', work.path()),
};

/** Ways in which one sleeps and something else is asked for: what it was about to do is not wanted any more. */
const deletedMeanwhile = (way: DeployWay): DeployWay => ({
  ...way,
  name: `${way.name}, deleted meanwhile`,
  prepare: async (lane) => {
    const { name, kind } = await way.prepare(lane);
    const made: Made = {};
    const gone = kind === 'app' ? appWork(made, name, 'gone') : cloudspaceWork(made, name, 'gone');
    const work: DeployWork = { ...gone, isOvertaken: true };
    madeBy.set(work, made);
    return work;
  },
  whileAsleep: (lane, work) => lane.ask('DELETE', work.path()),
});

const changedMeanwhile: DeployWay = {
  ...update,
  name: 'update, changed again meanwhile',
  prepare: async (lane) => {
    const work = await update.prepare(lane);
    return { ...work, expected: { revision: 3, version: '3', replicas: 3 } };
  },
  whileAsleep: (lane, work) => lane.ask('PATCH', work.path(), change('3')),
};

export const overtaken: readonly { readonly way: DeployWay; readonly by: DeployWay }[] = [
  { way: createApp, by: deletedMeanwhile(createApp) },
  { way: createCloudspace, by: deletedMeanwhile(createCloudspace) },
  { way: update, by: changedMeanwhile },
];

export const ways: readonly DeployWay[] = [
  createApp,
  update,
  rollback,
  cancel,
  remove,
  createCloudspace,
  deleteCloudspace,
];

/** The ways that take the least time. */
export const quickWays: readonly DeployWay[] = [createApp, update, createCloudspace];

/** What is not done yet; nothing once its rows rest. */
export async function underWay({ owner }: DeployLane, work: DeployWork): Promise<string> {
  const id = work.id();
  if (id === undefined) return 'it is not made yet';
  const table = work.kind === 'app' ? 'apps' : 'cloudspaces';
  const { rows } = await owner.query<{ phase: string }>(`SELECT phase FROM platform.${table} WHERE id = $1`, [id]);
  const [row] = rows;
  if (work.expected === 'gone') return row === undefined ? '' : `it is still there, ${row.phase}`;
  if (row === undefined) return 'it is not there';
  if (work.kind === 'cloudspace') return row.phase === 'Ready' || row.phase === 'Failed' ? '' : `it is ${row.phase}`;
  const open = await owner.query('SELECT 1 FROM platform.open_deployments WHERE app_id = $1', [id]);
  return open.rowCount === 0 ? '' : `it is ${row.phase}`;
}
