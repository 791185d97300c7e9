import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Home } from '../runtime/home.ts';
import { dockerFolder, inDockerNetwork } from './machine.ts';
import { type Place, relay } from './relay.ts';

export interface Door {
  /** Where it is entered. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** A port of the host's loopback that leads to a port published in docker's network. */
export async function doorIn(home: Home, published: number, port = 0): Promise<Door> {
  const path = await socketPath(home);
  const inside = await relayInside(home, { path }, { host: '127.0.0.1', port: published });
  const outside = await relay({ host: '127.0.0.1', port }, { path });
  return {
    port: (outside.address() as AddressInfo).port,
    close: async () => {
      outside.close();
      await inside();
      await rm(path, { force: true });
    },
  };
}

/** A port on every address of docker's network that leads to a place on the host. */
export async function doorOut(home: Home, port: number, to: Place): Promise<Door> {
  const path = 'path' in to ? to.path : await socketPath(home);
  const outside = 'path' in to ? undefined : await relay({ path }, to);
  const inside = await relayInside(home, { host: '0.0.0.0', port }, { path });
  return {
    port,
    close: async () => {
      await inside();
      outside?.close();
    },
  };
}

export async function socketPath(home: Home): Promise<string> {
  const folder = join(home.dir, dockerFolder, 'doors');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${randomBytes(4).toString('hex')}.sock`);
}

async function relayInside(home: Home, from: Place, to: Place): Promise<() => Promise<void>> {
  const script = join(import.meta.dirname, 'relay.ts');
  const argv = [process.execPath, script, JSON.stringify(from), JSON.stringify(to)];
  const [program = '', ...args] = await inDockerNetwork(home, argv);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then(() => {
      throw new Error("a relay into docker's network did not start");
    }),
  ]);
  return async () => {
    child.stdin.end();
    await ended;
  };
}
