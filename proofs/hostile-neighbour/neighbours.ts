import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call, eventually } from '@wheelhouse/testkit';
import { adminKubeconfig } from '../../packages/testkit/src/admin-access.ts';
import { someAddress } from '../../services/gateway/test/house.ts';

/** Another tenant, with a real cluster, who asks now and then. */
export interface Neighbour {
  readonly token: string;
  /** Asks until it is told to end. */
  readonly ask: () => void;
  readonly end: () => Promise<Asked>;
}

export interface Asked {
  readonly asked: number;
  readonly failed: ReadonlyMap<string, number>;
  /** How often health was not of now. */
  readonly stale: number;
  readonly slowestMs: number;
}

/** Well below what a token may ask for. */
const everyMs = 600;
/** Nobody waits for longer. */
const longestMs = 10_000;
const paths = [
  '/api/auth/api/v1/me',
  '/api/platform/api/v1/clusters',
  '/api/k8s-monitor/api/health',
  '/api/k8s-monitor/api/v1/nodes',
];

export async function moveIn(gateway: string, token: string): Promise<Neighbour> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': someAddress() };
  const get = (path: string) => call(gateway, undefined, 'GET', path, { headers });
  const body = { name: `real-${randomUUID().slice(0, 8)}`, kubeconfig: adminKubeconfig() };
  const made = await call(gateway, undefined, 'POST', '/api/platform/api/v1/clusters', { body, headers });
  if (made.status !== 201) throw new Error(`registering answered ${made.status} ${JSON.stringify(made.body)}`);
  await eventually(async () => {
    const { status, body: health } = await get('/api/k8s-monitor/api/health');
    if (status !== 200 || health.stale !== false) throw new Error(`health answered ${status}`);
  }, 60_000);

  const failed = new Map<string, number>();
  let [asked, stale, slowestMs, isOver] = [0, 0, 0, false];
  async function once(path: string): Promise<void> {
    const began = performance.now();
    const answer = await get(path).catch((error: unknown) => ({ status: String(error), body: undefined }));
    const ms = performance.now() - began;
    asked += 1;
    slowestMs = Math.max(slowestMs, ms);
    const fault = answer.status !== 200 ? `${path}: ${answer.status}` : ms > longestMs ? `${path}: late` : undefined;
    if (fault !== undefined) failed.set(fault, (failed.get(fault) ?? 0) + 1);
    else if (path.endsWith('/health') && answer.body.stale !== false) stale += 1;
  }
  async function all(): Promise<void> {
    while (!isOver) {
      for (const path of paths) await once(path);
      await wait(everyMs);
    }
  }
  let asking = Promise.resolve();
  return {
    token,
    ask: () => {
      asking = all();
    },
    end: async () => {
      isOver = true;
      await asking;
      return { asked, failed, stale, slowestMs };
    },
  };
}
