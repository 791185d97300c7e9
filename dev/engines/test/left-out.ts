import { createServer } from 'node:net';
import type { Home } from '../runtime/home.ts';

/** Tests that cannot run on every ground. None is left out silently: a run says which and why, once. */
interface LeftOut {
  readonly files: readonly string[];
  readonly because: string;
  readonly applies: (home: Home) => boolean | Promise<boolean>;
}

const inDocker = ({ isComposed }: Home) => isComposed;

export const onSomeGround: readonly LeftOut[] = [
  {
    files: [
      'dev/engines/**/*.test.ts',
      'dev/image/**/*.test.ts',
      '{packages,services}/**/real-node.test.ts',
      'packages/cli/test/apps-guide.test.ts',
    ],
    because: 'they need engines that `npm run engines` starts without docker, the real node and docker among them',
    applies: inDocker,
  },
  {
    files: ['services/gateway/test/{budgets,streams}.test.ts', 'apps/server/test/doctor.test.ts'],
    because: 'they start and kill a Valkey of their own, which is done without docker',
    applies: inDocker,
  },
  {
    files: ['services/incidents/test/alertmanager.api.test.ts'],
    because: 'it starts an Alertmanager of its own, which is done without docker',
    applies: inDocker,
  },
  {
    files: ['proofs/runner/descendants.test.ts'],
    because: 'the proofs read /proc, which only Linux has',
    applies: () => process.platform !== 'linux',
  },
  {
    files: [
      'packages/cli/test/connect.api.test.ts',
      'apps/server/test/serve.test.ts',
      'services/webhooks/test/wire/addresses.test.ts',
    ],
    because: 'they listen on 127.0.0.2, and macOS has it only after `sudo ifconfig lo0 alias 127.0.0.2`',
    applies: async () => !(await canListenOn('127.0.0.2')),
  },
];

export async function leftOut(home: Home): Promise<readonly LeftOut[]> {
  const here: LeftOut[] = [];
  for (const one of onSomeGround) if (await one.applies(home)) here.push(one);
  return here;
}

function canListenOn(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(0, host, () => server.close(() => resolve(true)));
  });
}
