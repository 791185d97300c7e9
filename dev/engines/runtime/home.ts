import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimSlot } from './slots.ts';

/** Where each port lies above the base. A new engine takes the next number; numbers are never reused. */
const portOffsets = {
  postgresql: 0,
  rabbitmq: 1,
  rabbitmqManagement: 2,
  rabbitmqDistribution: 3,
  epmd: 4,
  valkey: 5,
  etcd: 6,
  etcdPeer: 7,
  kubeApiserver: 8,
  kubeControllerManager: 9,
  kubeScheduler: 10,
  kwok: 11,
  metricsServer: 12,
  kube2Apiserver: 13,
  kube2ControllerManager: 14,
  kube2Scheduler: 15,
  kube2Kwok: 16,
  registry: 17,
} as const;

export type PortName = keyof typeof portOffsets;

/** Ports of one slot; a slot's block of 40 leaves room for engines to come. */
const portsPerSlot = 40;
const firstPort = 20_000;
/** Fixed, because dev/compose.yml is the same in every clone. */
const composePortBase = 19_000;
/** In the folder of engines that dev/compose.yml starts; `npm run engines -- compose` puts it there. */
export const composedMark = 'in-docker';

/** One clone's engines: their folder, ports and secrets. Everything about them lies below `dir`. */
export interface Home {
  readonly dir: string;
  readonly slot: number;
  /** Its engines are started by docker, from dev/compose.yml, and not as processes of ours. */
  readonly isComposed: boolean;
  /** The address engines listen on: in a container all of its own, of which docker publishes loopback ports. */
  readonly listen: '127.0.0.1' | '0.0.0.0';
  readonly port: (name: PortName) => number;
  readonly secret: (name: 'owner' | 'app' | 'rabbitmq' | 'valkey') => string;
}

const repository = resolve(import.meta.dirname, '../../..');

/** The folder of this clone's engines, or the one `ENGINES_HOME` names. */
export function homeDir(): string {
  return resolve(process.env['ENGINES_HOME'] ?? join(repository, '.engines'));
}

export async function openHome(dir = homeDir()): Promise<Home> {
  await mkdir(dir, { recursive: true });
  const slot = await claimSlot(dir);
  const isComposed = existsSync(join(dir, composedMark));
  const base = isComposed ? composePortBase : portBase(slot);
  const secrets = await readSecrets(join(dir, 'secrets.json'));
  return {
    dir,
    slot,
    isComposed,
    listen: isComposed ? '0.0.0.0' : '127.0.0.1',
    port: (name) => base + portOffsets[name],
    secret: (name) => secrets[name] ?? '',
  };
}

function portBase(slot: number): number {
  const setting = process.env['ENGINES_PORT_BASE'];
  if (setting === undefined) return firstPort + slot * portsPerSlot;
  const base = Number(setting);
  if (!Number.isInteger(base) || base < 1024 || base > 65_535 - portsPerSlot) {
    throw new Error(`ENGINES_PORT_BASE is "${setting}"; it must be a port between 1024 and ${65_535 - portsPerSlot}`);
  }
  return base;
}

/** Made once and never printed but by `env`; the folder is git-ignored. */
async function readSecrets(path: string): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(path)) {
    const fresh = Object.fromEntries(
      ['owner', 'app', 'rabbitmq', 'valkey'].map((name) => [name, randomBytes(18).toString('hex')]),
    );
    await writeFile(path, JSON.stringify(fresh, null, 2), { mode: 0o600 });
  }
  return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
}
