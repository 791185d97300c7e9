import { type LiveDeployment, type LivePod, sentenceOf, type Trouble } from '@wheelhouse/kubernetes';
import type { DeployReason } from '../apps/phases.ts';
import type { Failing } from '../apps/transitions.ts';
import { failedPods } from './failed-pods.ts';
import { Lasted } from './lasted.ts';
import { gathered } from './reading.ts';
import { judgeRollout, type RolloutJudged } from './rollout.ts';
import type { RunningApp } from './running-app.ts';

/** Judges a rollout again and again, and remembers since when each trouble has been seen. */
export class Judging {
  readonly #lasted = new Lasted<DeployReason>();

  judge(running: RunningApp, deployment: LiveDeployment, newPods: readonly LivePod[]): RolloutJudged {
    const now = running.context.clock.now().getTime();
    const appliedGeneration = running.deployment.applied_generation ?? 0;
    const seen = { deployment, newPods, appliedGeneration };
    const first = judgeRollout({ ...seen, lastedMs: () => 0 });
    this.#lasted.see(first.verdict === 'done' ? [] : first.troubles.map(({ reason }) => reason), now);
    return judgeRollout({ ...seen, lastedMs: (reason) => this.#lasted.ms(reason, now) });
  }
}

/** With what is known of the pods in trouble. */
export async function failFor(
  running: RunningApp,
  deployment: LiveDeployment,
  reason: DeployReason,
  troubles: readonly Trouble[],
): Promise<never> {
  const wanted = deployment.spec?.replicas ?? 1;
  const pods = await gathered(() => failedPods(running, troubles), []);
  const sentence = sentenceOf(troubles, reason, wanted);
  const probe = reason === 'probe_failing' ? pods.find(({ message }) => message !== '')?.message : undefined;
  const known = sentence === '' ? undefined : `${sentence}${probe === undefined ? '' : `: ${probe}`}.`;
  const failing: Failing = { reason, pods, ...(known !== undefined && { known }) };
  return running.fail(failing);
}
