import { startProcess } from '@wheelhouse/kit';
import { platformModule } from '../../platform/src/module.ts';
import { k8sMonitorModule } from '../src/module.ts';

/** A process of its own with nothing but the watching in it, for tests that kill one. */
await startProcess({
  modules: [k8sMonitorModule],
  peers: [k8sMonitorModule, platformModule],
  role: 'worker',
  environment: process.env,
  version: 'test',
});
