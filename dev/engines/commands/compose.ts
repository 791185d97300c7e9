import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engines } from '../catalogue/index.ts';
import { registration } from '../catalogue/metrics-server.ts';
import { rolesAndDatabase, statistics } from '../catalogue/postgresql.ts';
import { configuration as rabbitmqConfiguration } from '../catalogue/rabbitmq.ts';
import { configuration as valkeyConfiguration } from '../catalogue/valkey.ts';
import { kube } from '../clusters/cluster.ts';
import { certificateFiles, handOver, identities, kubeconfigFor } from '../clusters/identities.ts';
import { type Home, openHome } from '../runtime/home.ts';
import { users } from '../runtime/users.ts';

/**
 * For people who have docker: writes the certificates, settings and passwords that dev/compose.yml
 * mounts. The programs and their flags are the engines' own; a test compares the two.
 */

/** Fixed, because a compose file is the same in every clone. */
export const composePortBase = 19_000;

/** What compose starts of Kubernetes, in order; the real node needs more of the machine than a container has. */
export const composedEngines = engines.filter(({ name }) =>
  ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'metrics-server'].includes(name),
);

export async function composeHome(engineHome: Home): Promise<Home> {
  process.env['ENGINES_PORT_BASE'] = String(composePortBase);
  return openHome(join(engineHome.dir, 'compose'));
}

export async function prepareCompose(home: Home): Promise<void> {
  const write = async (folder: string, name: string, content: string) => {
    await mkdir(join(home.dir, folder), { recursive: true });
    // World-readable: each official image reads it as a user of its own.
    await writeFile(join(home.dir, folder, name), content, { mode: 0o644 });
  };
  const databases = `\\connect template1\n${statistics}\n\\connect wheelhouse\n${statistics}`;
  await write('postgresql-init', 'roles.sql', `${rolesAndDatabase(home)}\n${databases}\n`);
  await write('postgresql', 'superuser-password', randomBytes(18).toString('hex'));
  await write('rabbitmq', 'rabbitmq.conf', rabbitmqConfiguration(home));
  await write('rabbitmq', 'enabled_plugins', '[rabbitmq_management].\n');
  await write('valkey', 'valkey.conf', valkeyConfiguration(home));
  for (const engine of composedEngines) await engine.prepare?.(home);
  const objects = (await registration(home)).map(({ collection: _, ...object }) => object);
  const registrar = {
    ...(await certificateFiles(home, kube, identities.engines)),
    kubeconfig: await kubeconfigFor(home, kube, identities.engines),
  };
  const list = { apiVersion: 'v1', kind: 'List', items: objects };
  await handOver(join(home.dir, 'registrar'), users.metricsServer, {
    ...registrar,
    'registration.json': JSON.stringify(list),
  });
}
