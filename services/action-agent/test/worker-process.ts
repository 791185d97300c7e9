import { startProcess } from '@wheelhouse/kit';
import { k8sMonitorModule } from '../../k8s-monitor/src/module.ts';
import { platformModule } from '../../platform/src/module.ts';
import { actionAgentModule } from '../src/module.ts';

/** A worker in a process of its own: its cluster is that of its HOME. */
await startProcess({
  modules: [actionAgentModule],
  peers: [actionAgentModule, platformModule, k8sMonitorModule],
  role: 'worker',
  environment: process.env,
  version: 'test',
});
