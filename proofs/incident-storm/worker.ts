import { incidentsModule } from '@wheelhouse/incidents';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import { makeLog, startProcess } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { webhooksModule } from '@wheelhouse/webhooks';

/** A worker of the incidents module in a process of its own; it ends with whoever started it. */

process.on('disconnect', () => process.exit());

await startProcess({
  modules: [incidentsModule],
  peers: [platformModule, k8sMonitorModule, incidentsModule, webhooksModule],
  role: 'worker',
  environment: process.env,
  version: 'proof',
  log: makeLog({ level: process.env['LOG_LEVEL'] ?? 'fatal' }),
});
process.send?.('ready');
