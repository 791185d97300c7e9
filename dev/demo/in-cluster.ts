import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from '../engines/clusters/api.ts';

/** The demo's cluster, read and changed. */

export interface Condition {
  readonly type: string;
  readonly status: string;
}

/** An autoscaler looks four times a minute, and at figures that are as old. */
const patienceMs = 90_000;
const everyMs = 100;

export async function read<T>(api: Api, path: string): Promise<T> {
  const answer = await api.call('GET', path);
  mustHave(answer, `GET ${path}`);
  return JSON.parse(answer.text) as T;
}

/** Under a name of its own: whoever asks what was changed, and by whom, is told the truth. */
export async function patch(api: Api, path: string, change: object): Promise<void> {
  const answer = await api.call('PATCH', `${path}?fieldManager=demo`, change);
  if (answer.status === 404)
    throw new Error(`the demo's cluster has no ${path}. Next step: wait until the demo says that its cluster is ready`);
  mustHave(answer, `PATCH ${path}`);
}

/** Nobody minds if it is gone meanwhile. */
export async function callIfThere(api: Api, method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> {
  const answer = await api.call(method, path, body);
  if (answer.status !== 404) mustHave(answer, `${method} ${path}`);
}

/** The object, once the cluster has made of it what was asked. */
export async function played<T>(api: Api, path: string, isSo: (object: T) => boolean): Promise<T> {
  for (const deadline = performance.now() + patienceMs; ; await wait(everyMs)) {
    const object = await read<T>(api, path);
    if (isSo(object)) return object;
    if (performance.now() > deadline)
      throw new Error(
        `${path} is not as it was told to be within ${patienceMs / 1_000} s. Next step: start the demo again, and wait until it is ready`,
      );
  }
}

interface WithConditions {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Rules wait some minutes before they speak of a condition; it looks as if they had passed. */
export async function ageCondition(api: Api, path: string, type: string): Promise<void> {
  const isIt = (one: Condition) => one.type === type && one.status === 'True';
  const { status } = await played<WithConditions>(api, path, (now) => now.status?.conditions?.some(isIt) === true);
  const lastTransitionTime = minutesAgo(15);
  const conditions = status?.conditions?.map((one) => (isIt(one) ? { ...one, lastTransitionTime } : one));
  await patch(api, `${path}/status`, { status: { conditions } });
}

const minuteMs = 60_000;

/** As Kubernetes writes it. */
export function minutesAgo(minutes: number): string {
  return `${new Date(Date.now() - minutes * minuteMs).toISOString().slice(0, 19)}Z`;
}
