import { makeLog, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { webhooksModule } from '@wheelhouse/webhooks';
import { ackFirst } from './ack-first.ts';

/** A worker of the webhooks module in a process of its own; it ends with whoever started it. */

process.on('disconnect', () => process.exit());
const log = makeLog({ level: process.env['LOG_LEVEL'] ?? 'fatal' });
const { ACK_FIRST_FILE: file, RABBITMQ_URL: url = '' } = process.env;

await startProcess({
  modules: [webhooksModule],
  peers: [webhooksModule, platformModule],
  role: 'worker',
  environment: process.env,
  version: 'proof',
  log,
}).catch(notYet);
if (file !== undefined) ackFirst(url, file, log);
process.send?.('ready');

/** Without a database it cannot begin, and ends: whoever runs it begins it again. */
function notYet(): void {
  process.exit(1);
}
