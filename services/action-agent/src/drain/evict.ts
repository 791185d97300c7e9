import { evictionGraceSeconds } from '../plans/deadlines.ts';
import { type DrainPod, nameOf } from '../records/drain-pod.ts';
import { Guarded, mustNotBeStopped } from '../worker/guards.ts';
import { afterAnswer, answerOf, type EvictionAnswer } from './answer.ts';
import type { RunningDrain } from './running-drain.ts';

/** Requests one eviction: its row first, then the request, then the answer, which is written with whatever comes next. */
export async function evict(drain: RunningDrain, pod: DrainPod): Promise<void> {
  const asked = await unlessStopped(drain, pod);
  const answer = await request(drain, asked);
  if (answer.said !== 'forbidden') return drain.put(afterAnswer(asked, answer, drain.now()));
  drain.put({ ...pod, reason: answer.message });
  await drain.write();
  return drain.running.end({
    status: 'failed',
    error: {
      code: answer.code,
      message: `The eviction of pod ${nameOf(pod)} was forbidden (create pods/eviction): ${answer.message}. Next step: grant what is missing, as deploy/rbac/action-agent.yaml does, then drain the node again.`,
    },
  });
}

/** The kill switch and whoever cancels are asked in the transaction of the intent, and once more right before it is sent. */
async function unlessStopped(drain: RunningDrain, pod: DrainPod): Promise<DrainPod> {
  const { running } = drain;
  try {
    const asked = await drain.intend(pod);
    await running.mustHold((db) => mustNotBeStopped(db, running));
    return asked;
  } catch (error) {
    if (!(error instanceof Guarded)) throw error;
    drain.put(pod);
    await drain.write();
    // The node is cordoned, and pods may be gone: this is no refusal.
    return running.end({ status: 'failed', error: { code: error.verdict.guard, message: error.verdict.message } });
  }
}

async function request({ running }: RunningDrain, { namespace, pod, pod_uid: uid }: DrainPod): Promise<EvictionAnswer> {
  const { client } = running.workerCluster;
  running.signal.throwIfAborted();
  let answer: EvictionAnswer = { said: 'evicting' };
  await running.ask(async () => {
    try {
      // Not ended by the signal: an eviction that is on its way is worth its answer.
      await client.evict(namespace, pod, { uid, gracePeriodSeconds: evictionGraceSeconds });
    } catch (error) {
      answer = answerOf(error);
      if (answer.said === 'nothing') throw error;
    }
  }, 'accepted');
  return answer;
}
