import { readFile, rm, writeFile } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { versions } from '../versions.ts';
import type { Recipe } from './cache.ts';
import { bootstrapDebian } from './debian-bootstrap.ts';
import { markName } from './proc.ts';
import { tryRun } from './shell.ts';

/**
 * A Debian root in the cache. It has the current PostgreSQL, RabbitMQ, Valkey and Alertmanager, and it is where
 * every engine runs, also the Go programs: one way to start, nothing installed on the host, and an
 * unprivileged user needs no way into the caller's own folders.
 */
const packages = [
  'postgresql-17',
  'rabbitmq-server',
  'valkey-server',
  'prometheus-alertmanager',
  'socat',
  'runc',
  'iproute2',
  'iptables',
];

const expected: Readonly<Record<string, string>> = {
  'postgresql-17': versions.postgresql,
  'rabbitmq-server': versions.rabbitmq,
  'valkey-server': versions.valkey,
  'prometheus-alertmanager': versions.alertmanager,
};

/** Raised by hand when `make` below changes what it makes. */
const recipeEdition = '1';

export const debianRoot: Recipe = {
  name: 'debian-root',
  title: `the Debian ${versions.debianSuite} root (${packages.slice(0, 4).join(', ')})`,
  inputs: async () => [packages.join(), JSON.stringify(expected), versions.debianSuite, recipeEdition],
  hostPackages: ['debootstrap'],
  make: async (into, log, step) => {
    await bootstrapDebian({ packages, expected }, into, log, step);
    await rm(join(into, 'var/cache/apt/archives'), { recursive: true, force: true });
    // Where each start mounts its engine's data and the Go programs.
    await mkdir(join(into, 'engine'));
    await mkdir(join(into, 'programs'));
    await writeFile(join(into, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  },
};

/** Who a program runs as: a user of the root, or a number for programs that need no name. */
export type RootUser = string | number;

export async function userIds(root: string, user: RootUser): Promise<{ readonly uid: number; readonly gid: number }> {
  if (typeof user === 'number') return { uid: user, gid: user };
  const entry = (await readFile(join(root, 'etc/passwd'), 'utf8'))
    .split('\n')
    .find((line) => line.startsWith(`${user}:`));
  const [, , uid, gid] = entry?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`the Debian root has no user ${user}`);
  return { uid: Number(uid), gid: Number(gid) };
}

export interface RootPlace {
  readonly root: string;
  /** Seen inside as /engine. */
  readonly data: string;
  /** Seen inside as /programs. */
  readonly programs?: string;
  readonly ids: { readonly uid: number; readonly gid: number };
}

/**
 * Every step is an exec, so the pid started is the program's own; the mounts live in a namespace
 * that ends with it, so nothing can be left mounted. One mount is named after the daemon, which
 * marks every descendant of it for good.
 */
const enter = `
root=$1 data=$2 programs=$3 ids=$4; shift 4
mount --bind "$data" "$root/engine"
[ -z "$programs" ] || mount --bind -o ro "$programs" "$root/programs"
mount --bind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 "\${${markName}:-tmpfs}" "$root/tmp"
exec chroot --userspec="$ids" "$root" "$@"`;

export function inRoot(place: RootPlace, argv: readonly string[]): readonly string[] {
  const ids = `${place.ids.uid}:${place.ids.gid}`;
  const where = [place.root, place.data, place.programs ?? '', ids];
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', enter, 'sh', ...where, ...argv];
}

/** Runs a short command inside the root, for set-up and health. */
export function runInRoot(place: RootPlace, argv: readonly string[], input?: string) {
  const [program = '', ...args] = inRoot(place, argv);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };
  return tryRun(program, args, input === undefined ? { env } : { env, input });
}
