import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Control } from '../crash/subject.ts';
import { strayOf, type Wrong } from './counting.ts';
import type { DeployLane } from './lane.ts';
import { createApp, type DeployWork } from './ways.ts';

type DeployControl = Control<DeployLane, DeployWork, Wrong>;

const pathOf = ({ namespace }: DeployLane, { name }: DeployWork) =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

const rolledOut = 'commit update platform.deployments, update platform.apps';

/** Each does what the guards are there against. */
export const controls: readonly DeployControl[] = [
  {
    name: 'a worker that slept applies its revision without the resourceVersion',
    way: {
      ...createApp,
      start: async (lane, work) => {
        await createApp.start(lane, work);
        const containers = [{ name: work.name, image: 'web:stale' }];
        const spec = { template: { spec: { containers } } };
        // When it is done, as one that is woken too late would.
        await untilRests(lane, work);
        const object = { apiVersion: 'apps/v1', kind: 'Deployment', spec };
        await lane.kube.client.apply(pathOf(lane, work), object, { fieldManager: 'kubectl-stale' });
      },
    },
    death: { side: 'after', effect: rolledOut, nth: 1 },
    shows: 'objects unlike their revision',
  },
  {
    name: 'one manager for everything resets the count',
    way: {
      ...createApp,
      prepare: async (lane) => {
        const work = await createApp.prepare(lane);
        return Object.assign(work, { expected: { revision: 1, version: '1', replicas: 4 } });
      },
      start: async (lane, work) => {
        await createApp.start(lane, work);
        await untilRests(lane, work);
        const object = (spec: object) => ({ apiVersion: 'apps/v1', kind: 'Deployment', spec });
        const apply = (spec: object) =>
          lane.kube.client.apply(pathOf(lane, work), object(spec), { fieldManager: 'one-for-all', force: true });
        const strategy = { type: 'RollingUpdate' };
        // Forced, as whoever takes everything over does; nobody else owns the count then.
        await apply({ replicas: 4, strategy });
        await apply({ strategy });
      },
    },
    death: { side: 'after', effect: rolledOut, nth: 1 },
    shows: 'replicas changed by a deploy',
  },
  {
    name: 'taken from the list of what is to be done',
    way: {
      ...createApp,
      afterDeath: async ({ owner }) => {
        await owner.query('DELETE FROM platform.open_deployments');
      },
    },
    death: { side: 'after', effect: 'POST deployments', nth: 1 },
    shows: 'deployments that did not end',
  },
  {
    name: 'an object of an app that never was, which no sweep knows',
    way: {
      ...createApp,
      afterDeath: async ({ kube, namespace }, { name }) => {
        await kube.client.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: `stray-${randomUUID()}`, labels: { 'wheelhouse.dev/app': strayOf(name) } },
          spec: { maxUnavailable: 1, selector: { matchLabels: { stray: 'yes' } } },
        });
      },
    },
    death: { side: 'after', effect: 'POST deployments', nth: 1 },
    shows: 'orphans',
  },
];

async function untilRests({ owner }: DeployLane, { id }: DeployWork): Promise<void> {
  for (let open = 1; open > 0; await wait(50)) {
    const { rowCount } = await owner.query('SELECT 1 FROM platform.open_deployments WHERE app_id = $1', [id()]);
    open = rowCount ?? 0;
  }
}
