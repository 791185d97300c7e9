import { randomBytes } from 'node:crypto';
import { engineSetting } from './engines.ts';

/** A RabbitMQ vhost of one's own, so that runs never eat each other's messages. */
export interface TestVhost {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export async function brokerAdmin(method: string, path: string, body?: object): Promise<unknown> {
  const { username, password, origin } = new URL(engineSetting('RABBITMQ_MANAGEMENT_URL'));
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

export async function testVhost(): Promise<TestVhost> {
  const name = `test-${randomBytes(6).toString('hex')}`;
  const { username } = new URL(engineSetting('RABBITMQ_MANAGEMENT_URL'));
  await brokerAdmin('PUT', `/vhosts/${name}`, {});
  await brokerAdmin('PUT', `/permissions/${name}/${username}`, { configure: '.*', write: '.*', read: '.*' });
  return {
    name,
    url: `${engineSetting('RABBITMQ_URL')}/${name}`,
    drop: async () => void (await brokerAdmin('DELETE', `/vhosts/${name}`)),
  };
}
