import { makeLog, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import type { Lost } from '../crash/lives.ts';
import { dieWhereTold, sayReady } from '../crash/mortality.ts';
import { fastClock } from './fast-clock.ts';

/** Platform in a process of its own that kills itself where it is told to. */

const [, firstDeath, before = ''] = process.argv.slice(2);

const byTheClock = [
  // Leases are taken, renewed and given back all the time; what is done under them is numbered.
  /^commit ((insert|update) platform\.leases|insert platform\.leases, update platform\.leases)$/,
  // Chores and when they are due.
  /^commit (insert|update) platform\.(housekeeping|counted_lists)$/,
  // What probes and watches find.
  /^commit update platform\.(clusters|cluster_owners)(, update platform\.cluster_owners)?$/,
  /^commit insert platform\.app_states$/,
  // What is not due yet is looked at again later.
  /^commit (update platform\.namespaces|insert platform\.open_deployments)$/,
  // How far the relay is, said every five seconds and kept by nobody.
  /^publish platform\.heads/,
];

dieWhereTold(firstDeath, (effect) => !byTheClock.some((pattern) => pattern.test(effect)));

/** Of all lives of a lane alike: what one has put off is due to the next at the same time. It stands until this one is up. */
const { fellAt, lostMs } = JSON.parse(before) as Lost;
let lost = () => lostMs + Date.now() - fellAt;
const clock = fastClock(Number(process.env['CLOCK_BEGAN']), () => lost());

await startProcess({
  modules: [platformModule],
  role: 'all',
  environment: process.env,
  version: 'proof',
  clock,
  log: makeLog({ level: process.env['LOG_LEVEL'] ?? 'fatal' }),
});
const lostNow = lost();
lost = () => lostNow;
sayReady();
