import { asOwner } from '@wheelhouse/testkit';
import { environmentOf } from '../engines/commands/env.ts';
import type { House } from './house.ts';

/** The house's own database and vhost, in the engines that all share. */

export async function makeStores(house: House): Promise<void> {
  const { MIGRATE_DATABASE_URL: owner = '' } = await environmentOf(house.home);
  await asOwner(owner, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [house.database]);
    if (rows.length === 0) await client.query(`CREATE DATABASE ${house.database}`);
  });
  await broker(house, 'PUT', `/vhosts/${house.vhost}`, {});
  const rights = { configure: '.*', write: '.*', read: '.*' };
  await broker(house, 'PUT', `/permissions/${house.vhost}/wheelhouse`, rights);
}

export async function dropStores(house: House): Promise<void> {
  const { MIGRATE_DATABASE_URL: owner = '' } = await environmentOf(house.home);
  await asOwner(owner, (client) => client.query(`DROP DATABASE IF EXISTS ${house.database}`));
  await broker(house, 'DELETE', `/vhosts/${house.vhost}`);
}

async function broker(house: House, method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
  const { RABBITMQ_MANAGEMENT_URL: url = '' } = await environmentOf(house.home);
  const { username, password, origin } = new URL(url);
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isGone = method === 'DELETE' && answer.status === 404;
  if (!answer.ok && !isGone) throw new Error(`RabbitMQ: ${method} ${path}: ${answer.status} ${await answer.text()}`);
}
