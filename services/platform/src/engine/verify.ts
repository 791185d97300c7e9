import { pause } from '@wheelhouse/kit';
import { isGoing, isReady, type LiveDeployment, type LivePod } from '@wheelhouse/kubernetes';
import { digestIn } from '../apps/image.ts';
import type { Failing } from '../apps/transitions.ts';
import type { AppState } from '../apps/state-store.ts';
import { upsertState } from '../apps/state-store.ts';
import { getOrNull } from './ensure.ts';
import { failFor, Judging } from './judging.ts';
import { paths } from './names.ts';
import type { Patience } from './patience.ts';
import { mayGo, podsOf, whyGone } from './reading.ts';
import { type Asked, askApp } from './reachable.ts';
import { reasonAtDeadline, type RolloutJudged } from './rollout.ts';
import type { RunningApp } from './running-app.ts';
import { podStates } from './state-seen.ts';

const lookEveryMs = 1_000;
/** So long all pods of a worker, which nobody can ask, must have been ready. */
const workerMs = 15_000;

/** Until a request was answered, or the deadline; ends the deployment either way. */
export async function verify(running: RunningApp, patience: Patience): Promise<never> {
  const isWorker = running.deployment.content.port === null;
  const judging = new Judging();
  let [readySince, last]: [number | undefined, string | undefined] = [undefined, undefined];
  for (;;) {
    let broken: string | undefined;
    const seen = await patience.ask(running, () => look(running));
    if (seen !== undefined && seen.deployment === undefined) return running.fail(await whyGone(running));
    if (seen?.deployment !== undefined) {
      const { deployment, pods } = seen;
      const now = running.context.clock.now().getTime();
      readySince = seen.isReady ? (readySince ?? now) : undefined;
      const isSteady = readySince !== undefined && now - readySince >= workerMs;
      const isIdle = (deployment.spec?.replicas ?? 1) === 0;
      if (!isGoing(deployment) && (isIdle || (isWorker ? isSteady : seen.asked?.reachable === true)))
        return live(running, seen, isWorker, isIdle);
      last = isWorker ? undefined : (seen.asked?.message ?? last);
      broken = await whatBroke(running, deployment, judging.judge(running, deployment, pods));
      if (broken === undefined && running.isLate) return running.fail(lateOf(isWorker, last));
    }
    const progress =
      broken ?? (isWorker ? steadily : last === undefined ? null : `The app ${last}; it is asked again.`);
    if (progress !== running.deployment.progress) await running.write({ progress });
    await pause(lookEveryMs, running.signal);
    await running.mustHold();
  }
}

/**
 * What was complete when this phase began may break before the app has answered: then that is what is told, and in the
 * end why it failed. Undefined: it is complete. Throws Over where it fails.
 */
async function whatBroke(
  running: RunningApp,
  deployment: LiveDeployment,
  judged: RolloutJudged,
): Promise<string | undefined> {
  if (judged.verdict === 'done') return undefined;
  if (judged.verdict === 'failed') return failFor(running, deployment, judged.reason, judged.troubles);
  if (isGoing(deployment)) await mayGo(running, deployment);
  else if (running.isLate) return failFor(running, deployment, reasonAtDeadline(judged.troubles), judged.troubles);
  return judged.progress;
}

const steadily = 'All pods must be ready for 15 s without a break.';

function lateOf(isWorker: boolean, last: string | undefined): Failing {
  if (isWorker) return { reason: 'not_reachable', known: 'Its pods were never all ready for 15 s without a break.' };
  return { reason: 'not_reachable', ...(last !== undefined && { known: `All pods are ready, but the app ${last}.` }) };
}

interface Seen {
  readonly deployment: LiveDeployment | undefined;
  readonly pods: readonly LivePod[];
  readonly isReady: boolean;
  readonly asked: Asked | undefined;
}

async function look(running: RunningApp): Promise<Seen> {
  const { app, cloudspace, client, signal, deployment: row } = running;
  const { deployment: path } = paths(cloudspace.namespace, app.name);
  const deployment = await getOrNull<LiveDeployment>(running, path);
  if (deployment === null) return { deployment: undefined, pods: [], isReady: false, asked: undefined };
  const pods = (await podsOf(running, app.id)).filter((pod) => !isGoing(pod));
  const wanted = deployment.spec?.replicas ?? 1;
  const asks = row.content.port !== null && wanted > 0;
  const place = { name: app.name, namespace: cloudspace.namespace };
  return {
    deployment,
    pods,
    isReady: pods.filter(isReady).length >= wanted,
    asked: asks ? await askApp(client, place, row.content, signal) : undefined,
  };
}

async function live(running: RunningApp, seen: Seen, isWorker: boolean, isIdle: boolean): Promise<never> {
  const { deployment, pods, asked } = seen;
  const now = running.context.clock.now();
  const state: Partial<Omit<AppState, 'id'>> = {
    ready_replicas: pods.filter(isReady).length,
    running_replicas: deployment?.spec?.replicas ?? 1,
    health: isIdle ? 'Suspended' : 'Healthy',
    gitops: 'Synced',
    reason: null,
    message: isIdle ? 'Scaled to 0: nothing runs.' : null,
    pods: podStates(pods),
    reachable: !isIdle,
    reachable_by: isWorker ? 'readiness' : 'service_proxy',
    reachable_message: asked === undefined ? null : `It ${asked.message}.`,
    checked_at: now,
  };
  return running.live(digestOf(pods), (db) => upsertState(db, running.app.id, state));
}

/** What the nodes really run, whatever the tag says by now; undefined where pods differ or do not tell. */
function digestOf(pods: readonly LivePod[]): string | undefined {
  const digests = new Set(pods.map(({ status }) => digestIn(status?.containerStatuses?.[0]?.imageID ?? '')));
  const [digest, ...others] = digests;
  return others.length === 0 ? digest : undefined;
}
