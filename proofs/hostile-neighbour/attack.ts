import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { call } from '@wheelhouse/testkit';
import type { HarmfulCluster } from './clusters-program.ts';
import type { Attack, Attacked } from './strangers-program.ts';

const here = (file: string) => join(import.meta.dirname, file);

export interface Clusters {
  readonly child: ChildProcess;
  readonly clusters: readonly HarmfulCluster[];
}

export async function serveClusters(): Promise<Clusters> {
  const child = fork(here('clusters-program.ts'));
  const [clusters] = (await once(child, 'message')) as [readonly HarmfulCluster[]];
  return { child, clusters };
}

/** Registers each as often as told. */
export async function registerClusters(
  { gateway, token }: Attack,
  clusters: readonly HarmfulCluster[],
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1)
    for (const { harm, server, certificateAuthority } of clusters) {
      const body = {
        name: `${harm.replaceAll(' ', '-')}-${time}`,
        server,
        certificate_authority: certificateAuthority,
        token: 'of-no-account',
      };
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' };
      const { status, body: told } = await call(gateway, undefined, 'POST', '/api/platform/api/v1/clusters', {
        body,
        headers,
      });
      if (status !== 201) throw new Error(`registering answered ${status} ${JSON.stringify(told)}`);
    }
}

/** Begins the requests of strangers; `end` tells what became of them. */
export async function beginAttack(attack: Attack): Promise<{ readonly end: () => Promise<Attacked> }> {
  const child = fork(here('strangers-program.ts'));
  await once(child, 'message');
  child.send(attack);
  return {
    end: async () => {
      const told = once(child, 'message');
      child.send('end');
      const [attacked] = (await told) as [Attacked];
      return attacked;
    },
  };
}
