import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engines } from '../catalogue/index.ts';
import { rolesAndDatabase, statistics } from '../catalogue/postgresql.ts';
import { configuration as rabbitmqConfiguration } from '../catalogue/rabbitmq.ts';
import { configuration as valkeyConfiguration } from '../catalogue/valkey.ts';
import { composedMark, type Home, openHome } from '../runtime/home.ts';
import { kubectlOf } from '../runtime/own-programs.ts';

/**
 * For people who have docker: makes an engines folder one whose engines dev/compose.yml starts, and writes the
 * certificates, settings and passwords that it mounts there. All of it belongs to the caller. The programs' flags are the
 * engines' own; a test compares the two.
 */

/** Those of Kubernetes, which read a folder of their own. The real node needs more of the machine than a container has. */
export const composedEngines = engines.filter(({ name }) =>
  /^(kube2?-(apiserver|controller-manager|scheduler)|(kube2-)?kwok|metrics-server)$/.test(name),
);

export async function composeHome(before: Home): Promise<Home> {
  if (!existsSync(await kubectlOf({ ...before, isComposed: true })))
    throw new Error(
      'kubectl is not on the PATH, and tests use it. Next step: https://kubernetes.io/docs/tasks/tools, then run this again',
    );
  if (!before.isComposed && existsSync(join(before.dir, 'run')))
    throw new Error(
      `the engines in ${before.dir} were started without docker. Next step: npm run engines -- reset, or name another folder with ENGINES_HOME`,
    );
  await writeFile(join(before.dir, composedMark), 'The engines of this folder are started by dev/compose.yml.\n');
  // Some of what lies below must be readable by the users of the images, but by nobody else on this machine.
  await chmod(before.dir, 0o700);
  return openHome(before.dir);
}

export async function prepareCompose(home: Home): Promise<void> {
  const write = async (folder: string, name: string, content: string) => {
    await mkdir(join(home.dir, folder), { recursive: true });
    await writeFile(join(home.dir, folder, name), content, { mode: 0o644 });
  };
  const databases = `\\connect template1\n${statistics}\n\\connect wheelhouse\n${statistics}`;
  await write('postgresql', 'roles.sql', `${rolesAndDatabase(home)}\n${databases}\n`);
  // The image asks for one; nobody uses it.
  await write('postgresql', 'superuser-password', randomBytes(18).toString('hex'));
  await write('rabbitmq', 'rabbitmq.conf', rabbitmqConfiguration(home));
  await write('rabbitmq', 'enabled_plugins', '[rabbitmq_management].\n');
  await write('valkey', 'valkey.conf', valkeyConfiguration(home));
  for (const engine of composedEngines) await engine.prepare?.(home);
}
