import { startProcess } from '@wheelhouse/kit';
import { agentObservabilityModule } from '../src/module.ts';
import { neighbours } from './neighbours.ts';

/** A worker in a process of its own, to be killed. */
await startProcess({
  modules: [agentObservabilityModule],
  peers: [agentObservabilityModule, ...neighbours().modules],
  role: 'worker',
  environment: process.env,
  version: 'test',
});
