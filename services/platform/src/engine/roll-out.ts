import { pause } from '@wheelhouse/kit';
import { isGoing, type LiveDeployment, type LivePod, templateHash, type Trouble } from '@wheelhouse/kubernetes';
import { upsertState } from '../apps/state-store.ts';
import { getOrNull } from './ensure.ts';
import { failFor, Judging } from './judging.ts';
import { paths } from './names.ts';
import { mayGo, newHashOf, podsOf, stuck, whyGone } from './reading.ts';
import { reasonAtDeadline, type RolloutJudged } from './rollout.ts';
import type { RunningApp } from './running-app.ts';
import { stateDuring } from './state-seen.ts';
import { scale } from './sync.ts';
import type { Patience } from './patience.ts';

const lookEveryMs = 1_000;

/** Looks once a second until the new pods are all there, or will not be. Throws Over where it fails. */
export async function rollOut(running: RunningApp, patience: Patience): Promise<void> {
  const judging = new Judging();
  let hash: string | undefined;
  for (;;) {
    const seen = await patience.ask(running, () => look(running, hash));
    if (seen !== undefined) {
      hash = seen.hash;
      const { deployment } = seen;
      if (deployment === null) return running.fail(await whyGone(running));
      const judged = judging.judge(running, deployment, seen.newPods);
      await tell(running, deployment, seen.pods, judged);
      if (judged.verdict === 'done') return running.moveTo('Verifying');
      if (judged.verdict === 'failed') return failFor(running, deployment, judged.reason, judged.troubles);
      if (isGoing(deployment)) await mayGo(running, deployment);
      else if (running.isLate) return late(running, seen, deployment, judged.troubles);
    }
    await pause(lookEveryMs, running.signal);
    // Something else may be wanted by now, such as another count.
    await running.mustHold();
    if (running.app.scale_pending) await patience.ask(running, () => scale(running));
  }
}

interface Seen {
  readonly deployment: LiveDeployment | null;
  readonly pods: readonly LivePod[];
  readonly newPods: readonly LivePod[];
  readonly hash: string | undefined;
}

/** Two reads, and a third until it is known which pods are the new ones. */
async function look(running: RunningApp, known: string | undefined): Promise<Seen> {
  const { app, cloudspace, deployment: row } = running;
  const at = paths(cloudspace.namespace, app.name);
  const deployment = await getOrNull<LiveDeployment>(running, at.deployment);
  if (deployment === null) return { deployment, pods: [], newPods: [], hash: known };
  const pods = await podsOf(running, app.id);
  const isObserved = (deployment.status?.observedGeneration ?? 0) >= (row.applied_generation ?? 0);
  const hash = known ?? (isObserved ? await newHashOf(running, deployment) : undefined);
  const newPods = hash === undefined ? [] : pods.filter(({ metadata }) => metadata.labels?.[templateHash] === hash);
  return { deployment, pods, newPods, hash };
}

/** What people see of it: its row, and the state of the app, only where they changed. */
async function tell(
  running: RunningApp,
  deployment: LiveDeployment,
  pods: readonly LivePod[],
  judged: RolloutJudged,
): Promise<void> {
  const progress = judged.verdict === 'waits' ? judged.progress : null;
  if (progress === running.deployment.progress) return;
  const state = stateDuring(deployment, pods);
  await running.write({ progress }, (db) => upsertState(db, running.app.id, state));
}

/** What it waited for until now. */
async function late(
  running: RunningApp,
  { pods, newPods }: Seen,
  deployment: LiveDeployment,
  troubles: readonly Trouble[],
): Promise<never> {
  // One that is recreated gets no new pod before the old ones are gone.
  const held = pods.find((pod) => isGoing(pod) && !newPods.includes(pod));
  const isRecreated = running.deployment.content.strategy === 'recreate';
  if (isRecreated && held !== undefined && newPods.length === 0) return running.fail(stuck('Pod', held));
  return failFor(running, deployment, reasonAtDeadline(troubles), troubles);
}
