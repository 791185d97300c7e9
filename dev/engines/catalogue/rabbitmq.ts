import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine, ownedFolder } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { versions } from '../versions.ts';

const folder = 'rabbitmq';
const user = 'rabbitmq';

export function configuration(home: Home): string {
  const lines = [
    `listeners.tcp.local = ${home.listen}:${home.port('rabbitmq')}`,
    `management.tcp.ip = ${home.listen}`,
    `management.tcp.port = ${home.port('rabbitmqManagement')}`,
    'default_user = wheelhouse',
    `default_pass = ${home.secret('rabbitmq')}`,
    // Tests make a vhost of their own for each run.
    'default_user_tags.administrator = true',
    'log.console = true',
    'log.file = false',
  ];
  return `${lines.join('\n')}\n`;
}

async function prepare(home: Home): Promise<void> {
  const base = await ownedFolder(home, user, folder);
  for (const part of ['data', 'log']) await ownedFolder(home, user, folder, part);
  await writeFile(join(base, 'rabbitmq.conf'), configuration(home));
  await writeFile(join(base, 'enabled_plugins'), '[rabbitmq_management].\n');
}

function erlangEnv(home: Home): Readonly<Record<string, string>> {
  return { HOME: '/engine', LANG: 'C.UTF-8', ERL_EPMD_ADDRESS: '127.0.0.1', ERL_EPMD_PORT: String(home.port('epmd')) };
}

async function check(home: Home): Promise<void> {
  const credentials = Buffer.from(`wheelhouse:${home.secret('rabbitmq')}`).toString('base64');
  const answer = await fetch(`http://127.0.0.1:${home.port('rabbitmqManagement')}/api/health/checks/local-alarms`, {
    headers: { authorization: `Basic ${credentials}` },
    signal: AbortSignal.timeout(3_000),
  });
  if (!answer.ok)
    throw new Error(`the management port answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
}

export const rabbitmq: Engine = {
  name: 'rabbitmq',
  title: `RabbitMQ ${versions.rabbitmq}`,
  group: 'rabbitmq',
  needs: [],
  recipes: [debianRoot],
  ports: ['rabbitmq', 'rabbitmqManagement', 'rabbitmqDistribution', 'epmd'],
  prepare,
  daemons: [
    {
      // Left to itself RabbitMQ starts one that outlives it; ours is ended like any other process.
      name: 'epmd',
      program: (home) => ({
        folder,
        user,
        argv: ['/usr/bin/epmd', '-address', '127.0.0.1', '-port', String(home.port('epmd'))],
      }),
      env: erlangEnv,
    },
    {
      name: 'rabbitmq',
      patience: 30_000,
      program: () => ({ folder, user, argv: ['/usr/lib/rabbitmq/bin/rabbitmq-server'] }),
      env: (home) => ({
        ...erlangEnv(home),
        RABBITMQ_NODENAME: 'wheelhouse@localhost',
        RABBITMQ_MNESIA_BASE: '/engine/data',
        RABBITMQ_LOG_BASE: '/engine/log',
        RABBITMQ_CONFIG_FILE: '/engine/rabbitmq.conf',
        RABBITMQ_ENABLED_PLUGINS_FILE: '/engine/enabled_plugins',
        RABBITMQ_DIST_PORT: String(home.port('rabbitmqDistribution')),
        // Without this the distribution port listens on every address of the machine.
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
      }),
    },
  ],
  check,
  data: [folder],
};
