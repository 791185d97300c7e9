import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, freePort } from '@wheelhouse/testkit';
import type { GatewayHouse } from './house.ts';

/** A gateway in a process of its own before the modules of a house, to be killed. */
export interface RunningGateway {
  readonly baseUrl: string;
  readonly port: number;
  readonly kill: () => Promise<void>;
}

const repository = join(import.meta.dirname, '../../..');
const main = join(repository, 'apps/server/src/main.ts');
const table = join(repository, 'proofs/fixtures/gateway-table.ts');

/** In the place of an earlier one, if given. */
export async function startGateway(house: GatewayHouse, earlier?: RunningGateway): Promise<RunningGateway> {
  const port = earlier?.port ?? (await freePort());
  const adminPort = await freePort();
  const child = spawn(process.execPath, [main, 'serve', '--modules', table, '--target', 'gateway'], {
    env: {
      ...house.environment,
      AUTH_URL: house.addresses['auth'],
      EXAMPLE_URL: house.addresses['example'],
      GATEWAY_PORT: String(port),
      ADMIN_PORT: String(adminPort),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { headers: { connection: 'close' } });
    if (status !== 200) throw new Error('the gateway is not ready');
  });
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    port,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
