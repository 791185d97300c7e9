import type { CanaryFigures } from '@wheelhouse/contracts';
import { pause } from '@wheelhouse/kit';
import { deploymentSeen } from '@wheelhouse/kubernetes';
import { scaleRequest } from '../plans/effect.ts';
import type { DeploymentRead } from '../plans/objects.ts';
import { readTarget } from '../worker/read.ts';
import type { RunningAction } from '../worker/running-action.ts';
import { send } from '../worker/send.ts';
import { droppedText } from './compare.ts';

const againAfterMs = 1_000;
const conflictAfterMs = 50;

/**
 * Scales back to what there was, if the Deployment still has the replicas of the scale-up. The intent is in the row
 * before anything is sent, as it is for the action itself; neither budgets nor the kill switch are asked.
 */
export async function revert(running: RunningAction, canary: CanaryFigures): Promise<never> {
  const { workerCluster, signal } = running;
  for (;;) {
    const read = await running.ask(() => readTarget(workerCluster.client, running.asked, signal), 'reverting');
    if (read === undefined) {
      await pause(againAfterMs, signal);
      continue;
    }
    const deployment = 'deployment' in read ? read.deployment : null;
    if (deployment?.metadata.uid !== running.row.plan?.target_uid || deployment === null)
      return skipped(running, canary, 'the Deployment is gone or was replaced');
    const { replicas } = deploymentSeen(deployment);
    if (replicas === canary.replicas_before && running.row.revert !== 'not_sent') return reverted(running, canary);
    if (replicas !== canary.replicas_after)
      return skipped(
        running,
        canary,
        `Deployment ${deployment.metadata.name} has ${replicas} replicas and not the ${canary.replicas_after} of the scale-up`,
      );
    const sent = await sendBack(running, deployment, canary);
    if (sent === 'accepted') return reverted(running, canary);
    if (typeof sent === 'object') return skipped(running, canary, `the cluster refused it: ${sent.message}`);
    await pause(sent === 'conflict' ? conflictAfterMs : againAfterMs, signal);
  }
}

async function sendBack(running: RunningAction, deployment: DeploymentRead, canary: CanaryFigures) {
  const details = { ...running.row.details, canary };
  const progress = `Scaling back to ${canary.replicas_before} replicas`;
  if (running.row.revert === 'not_sent') await running.write({ revert: 'unknown', details, progress });
  else await running.mustHold();
  return send(running, scaleRequest(deployment, canary.replicas_before, running.row.id));
}

function reverted(running: RunningAction, canary: CanaryFigures): Promise<never> {
  const message = `${droppedText(canary)}. The Deployment was scaled back to ${canary.replicas_before} replicas.`;
  return running.end({
    status: 'failed',
    result: 'reverted',
    error: { code: 'health_dropped', message },
    revert: 'accepted',
    details: { ...running.row.details, canary: { ...canary, verdict: 'reverted' } },
  });
}

function skipped(running: RunningAction, canary: CanaryFigures, why: string): Promise<never> {
  return running.end({
    status: 'failed',
    result: 'revert_skipped',
    error: {
      code: 'health_dropped',
      message: `${droppedText(canary)}. It was not scaled back: ${why}. Next step: look at the cluster's issues, and at who changed the Deployment.`,
    },
    details: { ...running.row.details, canary: { ...canary, verdict: 'revert_skipped', why } },
  });
}
