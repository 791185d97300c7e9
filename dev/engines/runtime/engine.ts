import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFolder, type Recipe } from './cache.ts';
import type { Daemon } from './daemon.ts';
import { debianRoot, inRoot, type RootPlace, type RootUser, userIds } from './debian-root.ts';
import type { Home, PortName } from './home.ts';

/** The words `up`, `down`, `status` and the rest take. */
export const groups = [
  'postgresql',
  'rabbitmq',
  'valkey',
  'kube',
  'kwok',
  'metrics-server',
  'kube2',
  'node',
  'chromium',
  'alertmanager',
  'docker',
] as const;
export type Group = (typeof groups)[number];

/** What `up` without names means: everything but those that are asked for by name. */
export const defaultGroups: readonly Group[] = ['postgresql', 'rabbitmq', 'valkey', 'kube', 'kwok', 'metrics-server'];

/** What dev/compose.yml leaves out: they need more of the machine than a container has, or are started by a test itself. */
export const notInDocker: readonly Group[] = ['node', 'docker', 'alertmanager'];

/** One engine: how it is installed, started, known healthy and stopped. */
export interface Engine {
  readonly name: string;
  readonly title: string;
  readonly group: Group;
  /** Engines that must be healthy before this one starts. */
  readonly needs: readonly string[];
  /** Engines whose new start makes this one start anew too, healthy or not. */
  readonly restartsWith?: readonly string[];
  /** What must lie in the cache before it can start. */
  readonly recipes: readonly Recipe[];
  /** Debian packages it needs on the host itself. */
  readonly hostPackages?: readonly string[];
  readonly ports: readonly PortName[];
  /** Why this machine cannot run it, in words; undefined where it can. */
  readonly impossible?: (home: Home) => Promise<string | undefined>;
  /** Makes data folders, certificates, configuration; safe to repeat. */
  readonly prepare?: (home: Home) => Promise<void>;
  /** What it needs of other engines, asked of them right before it starts; safe to repeat. */
  readonly arrange?: (home: Home) => Promise<void>;
  /** None: it is only installed, and started by whoever uses it. */
  readonly daemons: readonly DaemonSpec[];
  /** Throws with the reason while the engine is not healthy. */
  readonly check: (home: Home) => Promise<void>;
  /** What a healthy engine still needs (roles, objects); safe to repeat. */
  readonly settle?: (home: Home) => Promise<void>;
  /** After `down` has ended the processes: takes away what outlives them; safe to repeat. */
  readonly cleanUp?: (home: Home) => Promise<void>;
  /** Folders below the home that hold its data; `reset` removes them. */
  readonly data: readonly string[];
}

/** What `up` says of one. */
export interface UpResult {
  readonly engine: Engine;
  readonly milliseconds: number;
  readonly outcome: 'started' | 'was healthy' | 'impossible' | 'failed';
  readonly reason?: string;
}

/** A daemon is a program in the Debian root, or, for the parts of the real node, a command of its own. */
export interface DaemonSpec extends Pick<Daemon, 'name' | 'stopSignal' | 'patience'> {
  readonly program: (home: Home) => RootProgram | Promise<readonly string[]>;
  readonly env?: (home: Home) => Readonly<Record<string, string>>;
}

export interface RootProgram {
  /** Its folder below the home, seen inside as /engine. */
  readonly folder: string;
  readonly user: RootUser;
  readonly argv: readonly string[];
  /** What is seen inside as /programs. */
  readonly programs?: Recipe;
}

/** Makes a folder of the home that belongs to the engine's own user. */
export async function ownedFolder(home: Home, user: RootUser, ...path: readonly string[]): Promise<string> {
  const folder = join(home.dir, ...path);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const { uid, gid } = await userIds(await cachedFolder(debianRoot), user);
  await chown(folder, uid, gid);
  return folder;
}

/** Where a program runs: in the Debian root, with its folder as /engine, as its own user. */
export async function place(home: Home, folder: string, user: RootUser, programs?: Recipe): Promise<RootPlace> {
  const root = await cachedFolder(debianRoot);
  const base = { root, data: join(home.dir, folder), ids: await userIds(root, user) };
  return programs === undefined ? base : { ...base, programs: await cachedFolder(programs) };
}

export async function commandOf(home: Home, daemon: DaemonSpec): Promise<readonly string[]> {
  const program = await daemon.program(home);
  if (!('argv' in program)) return program;
  return inRoot(await place(home, program.folder, program.user, program.programs), program.argv);
}
