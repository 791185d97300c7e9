import { pause } from '@wheelhouse/kit';
import { rollOut } from './roll-out.ts';
import { Patience } from './patience.ts';
import type { RunningApp } from './running-app.ts';
import { sync } from './sync.ts';
import { verify } from './verify.ts';

const againMs = 500;

/**
 * Brings a deployment to its end from wherever it is. Running it again from the top is always right: its row says how
 * far it is, and what the cluster has says what is still to be sent. Throws Over at the end.
 */
export async function deploy(running: RunningApp): Promise<never> {
  const patience = new Patience();
  if (running.deployment.phase === 'Syncing') {
    let generation = await patience.ask(running, () => sync(running));
    while (generation === undefined) {
      await pause(againMs, running.signal);
      generation = await patience.ask(running, () => sync(running));
    }
    await running.moveTo('RollingOut', { sent: 'everything', applied_generation: generation });
  }
  if (running.deployment.phase === 'RollingOut') await rollOut(running, patience);
  return verify(running, patience);
}
