import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versions } from '../versions.ts';
import type { Recipe } from './cache.ts';
import { bootstrapDebian } from './debian-bootstrap.ts';

/** A root of its own: a browser brings hundreds of packages, and no other engine waits for them. */
// What answers to dbus-session-bus is named: debootstrap does not look for who provides a thing.
const packages = ['chromium', 'dbus-x11', 'fonts-dejavu-core'];

/**
 * Started like the engines: mounts in a namespace that ends with it, a chroot, an unprivileged user. Whoever
 * drives it talks over open files, which every exec hands on; the profile they name lies outside the root, so
 * it gets one inside, gone with the process.
 */
const program = `#!/bin/sh
set -eu
root=$(cd "$(dirname "$0")" && pwd)
exec unshare --mount --propagation private sh -ec '
root=$1; shift
mount --bind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
for given do
  shift
  case $given in --user-data-dir=*) given=--user-data-dir=/tmp/profile ;; esac
  set -- "$@" "$given"
done
exec chroot --userspec=nobody:nogroup "$root" env -i HOME=/tmp LANG=C.UTF-8 PATH=/usr/bin:/bin /usr/bin/chromium "$@"
' sh "$root" "$@"
`;

/** Raised by hand when `make` below changes what it makes. */
const recipeEdition = '1';

export const chromiumRoot: Recipe = {
  name: 'chromium-root',
  title: `a Debian ${versions.debianSuite} root with Chromium`,
  inputs: async () => [packages.join(), program, versions.debianSuite, recipeEdition],
  hostPackages: ['debootstrap'],
  make: async (into, log, step) => {
    await bootstrapDebian({ packages, expected: {} }, into, log, step);
    await rm(join(into, 'var/cache/apt/archives'), { recursive: true, force: true });
    await writeFile(join(into, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
    await writeFile(join(into, 'chromium'), program);
    await chmod(join(into, 'chromium'), 0o755);
  },
};
