import { makeLog, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { webhooksModule } from '@wheelhouse/webhooks';
import { dieWhereTold, sayReady } from '../crash/mortality.ts';

/** The way of an event from its source's outbox to its subscriber, in a process that kills itself where it is told to. */

const [, firstDeath] = process.argv.slice(2);

const byTheClock = [
  // Leases are renewed every few seconds; whenever this process dies, it dies holding one.
  /^commit (insert|update) \w+\.leases$/,
  // Chores and when they are due.
  /^commit (insert|update) \w+\.(housekeeping|counted_lists)$/,
  // How far the relay is, said every five seconds and kept by nobody.
  /^publish platform\.heads|^ack .*\.heads\./,
];

dieWhereTold(firstDeath, (effect) => !byTheClock.some((pattern) => pattern.test(effect)));

await startProcess({
  modules: [webhooksModule, { ...platformModule, workers: [], consumers: () => [] }],
  role: 'all',
  environment: process.env,
  version: 'proof',
  log: makeLog({ level: process.env['LOG_LEVEL'] ?? 'fatal' }),
});
sayReady();
