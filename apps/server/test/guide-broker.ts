import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokerAdmin, engineSetting, testVhost } from '@wheelhouse/testkit';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/broker.md'), 'utf8');

/** A vhost of its own, with the users that docs/guides/broker.md makes; their names are this test's own. */
export interface GuideBroker {
  readonly vhost: string;
  readonly users: readonly string[];
  readonly urlOf: (user: string) => string;
  readonly drop: () => Promise<void>;
}

/** The words of every command, as a shell would read them. */
function commands(): readonly (readonly string[])[] {
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text.replaceAll('\\\n', ''));
  const lines = blocks.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.map((line) =>
    [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? ''),
  );
}

/** Through the management API, which does what `rabbitmqctl` does. */
export async function guideBroker(): Promise<GuideBroker> {
  const own = await testVhost();
  const password = randomBytes(16).toString('hex');
  const users: string[] = [];
  const ownName = (user: string) => `${user}-${own.name}`;
  const run: Readonly<Record<string, (...words: readonly string[]) => Promise<unknown>>> = {
    add_vhost: async () => undefined,
    add_user: (user = '') => {
      users.push(user);
      return brokerAdmin('PUT', `/users/${ownName(user)}`, { password, tags: '' });
    },
    set_permissions: (_p, _vhost, user = '', configure, write, read) =>
      brokerAdmin('PUT', `/permissions/${own.name}/${ownName(user)}`, { configure, write, read }),
    set_topic_permissions: (_p, _vhost, user = '', exchange, write, read) =>
      brokerAdmin('PUT', `/topic-permissions/${own.name}/${ownName(user)}`, { exchange, write, read }),
  };
  for (const [program, command = '', ...words] of commands()) {
    const known = program === 'rabbitmqctl' ? run[command] : undefined;
    if (known === undefined) throw new Error(`the guide has a command that is not known here: ${program} ${command}`);
    await known(...words);
  }
  return {
    vhost: own.name,
    users,
    urlOf: (user) => {
      const url = new URL(`${engineSetting('RABBITMQ_URL')}/${own.name}`);
      url.username = ownName(user);
      url.password = password;
      return url.href;
    },
    drop: async () => {
      for (const user of users) await brokerAdmin('DELETE', `/users/${ownName(user)}`);
      await own.drop();
    },
  };
}
