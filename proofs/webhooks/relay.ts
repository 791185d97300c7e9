import { makeLog, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';

/** The source of events: its relay, and the route by which it is asked again. What it tells of is written by the proof. */

process.on('disconnect', () => process.exit());

await startProcess({
  modules: [{ ...platformModule, workers: [], consumers: () => [] }],
  role: 'all',
  environment: process.env,
  version: 'proof',
  log: makeLog({ level: process.env['LOG_LEVEL'] ?? 'fatal' }),
}).catch(notYet);
process.send?.('ready');

/** Without a database it cannot begin, and ends: whoever runs it begins it again. */
function notYet(): void {
  process.exit(1);
}
