import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { environmentName, type TokenClaims } from '@wheelhouse/kit';
import {
  type Answer,
  call,
  caller,
  type CallOptions,
  eventually,
  moduleDatabase,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { hosts } from './address-cases.ts';
import { modules } from './table.ts';
import type { Traps } from './traps.ts';
import { startWitnessed, type Witnessed } from './witness.ts';

/** Platform in a process of its own, as an installation runs it, watched from outside. */
export interface GuardHouse extends Witnessed {
  readonly environment: Readonly<Record<string, string>>;
  /** As an administrator of a tenant. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const table = join(import.meta.dirname, 'table.ts');

export async function openGuardHouse({ home, file }: Traps, outside: string): Promise<GuardHouse> {
  const [database, vhost] = [await moduleDatabase(modules), await testVhost()];
  const environment: Readonly<Record<string, string>> = {
    ...(await testEnvironment(modules, database, vhost)),
    LOG_LEVEL: 'trace',
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    // Ways that a reader of kubeconfigs might take by habit; none of them is ours to take.
    HOME: home,
    KUBECONFIG: file,
    KUBERNETES_SERVICE_HOST: outside.split(':')[0] ?? '',
    KUBERNETES_SERVICE_PORT: outside.split(':')[1] ?? '',
    HTTPS_PROXY: `http://${outside}`,
    https_proxy: `http://${outside}`,
  };
  const witnessed = await startWitnessed([main, 'serve', '--modules', table], { env: environment, hosts });
  const claims: Partial<TokenClaims> = { tenant: randomUUID() };
  const base = `http://127.0.0.1:${environment[environmentName('platform', 'PORT')]}`;
  const ask = async (method: string, path: string, body?: unknown) => {
    const options: CallOptions = body === undefined ? {} : { body };
    return call(base, await caller(claims), method, path, options);
  };
  const stop = async () => {
    await witnessed.halt();
    await witnessed.remove();
    await vhost.drop();
    await database.drop();
  };
  await eventually(async () => {
    if (witnessed.child.exitCode !== null) throw new Error('it ended');
    const { status } = await ask('GET', '/api/v1/clusters');
    if (status !== 200) throw new Error(`it answered ${status}`);
  }, 120_000).catch(async (error: unknown) => {
    const said = witnessed.output().slice(-2_000);
    await stop();
    throw new Error(`platform did not come up: ${said}`, { cause: error });
  });
  return { ...witnessed, environment, ask, stop };
}
