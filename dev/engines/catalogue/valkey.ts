import { chown, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { cachedFolder } from '../runtime/cache.ts';
import { debianRoot, userIds } from '../runtime/debian-root.ts';
import { type Engine, ownedFolder } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { versions } from '../versions.ts';

const folder = 'valkey';
const user = 'valkey';

/** In a file, not on the command line: arguments are readable by everyone on the machine. */
export function configuration(home: Home): string {
  const lines = [
    `bind ${home.listen}`,
    `port ${home.port('valkey')}`,
    'dir /engine',
    'save ""',
    // Each test takes one for itself: packages/testkit/src/valkey.ts knows how many there are.
    'databases 1024',
    `requirepass ${home.secret('valkey')}`,
  ];
  return `${lines.join('\n')}\n`;
}

async function prepare(home: Home): Promise<void> {
  const path = join(await ownedFolder(home, user, folder), 'valkey.conf');
  await writeFile(path, configuration(home), { mode: 0o600 });
  const { uid, gid } = await userIds(await cachedFolder(debianRoot), user);
  await chown(path, uid, gid);
}

/** One AUTH and one PING over a plain socket: enough to know it answers us and nobody else. */
function ping(home: Home): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port: home.port('valkey') });
    let answer = '';
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer within 2 s')));
    socket.once('error', reject);
    // What docker publishes accepts a connection also while nobody listens behind it.
    socket.once('close', () => reject(new Error('it closed the connection')));
    socket.once('connect', () => socket.write(`AUTH ${home.secret('valkey')}\r\nPING\r\n`));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('+PONG')) resolve();
      else if (answer.startsWith('-')) reject(new Error(answer.trim()));
      else return;
      socket.destroy();
    });
  });
}

export const valkey: Engine = {
  name: 'valkey',
  title: `Valkey ${versions.valkey}`,
  group: 'valkey',
  needs: [],
  recipes: [debianRoot],
  ports: ['valkey'],
  prepare,
  daemons: [
    {
      name: 'valkey',
      program: () => ({ folder, user, argv: ['/usr/bin/valkey-server', '/engine/valkey.conf'] }),
    },
  ],
  check: ping,
  data: [folder],
};
