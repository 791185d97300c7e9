import { hostname } from 'node:os';
import { pause } from '@wheelhouse/kit';
import { isConsented } from '../guards/consent.ts';
import type { DrainCase } from '../plans/asked.ts';
import { drainSeconds, stuckAfterSeconds } from '../plans/deadlines.ts';
import type { FateContext } from '../plans/drain-fates.ts';
import { isCordoned, isReady, type PodRead } from '../plans/objects.ts';
import { tenantSettings } from '../settings/store.ts';
import { isAutomatic } from '../worker/guards.ts';
import type { RunningAction } from '../worker/running-action.ts';
import type { DrainPod } from '../records/drain-pod.ts';
import { evict } from './evict.ts';
import { isPassOver } from './figures.ts';
import { longestLane, nextToEvict, nextTryAt } from './lanes.ts';
import { lookAtNode, lookAtOthers, lookAtPods } from './node-view.ts';
import { RunningDrain } from './running-drain.ts';
import { afterLook, newPods, returnedPods } from './seen.ts';
import { failedPods, returned, uncordoned } from './verdict.ts';

const mostPasses = 3;
/** One list a second tells who is gone, and is fresh enough to evict by: who was replaced would still spend its budget. */
const lookEveryMs = 1_000;
/** The same for pods of no budget. */
const unbudgetedLookMs = 2_000;
/** Where nothing is ending, and all there is to see is that somebody else has done something. */
const idleLookMs = 5_000;
const nodeLookMs = 5_000;
const againAfterMs = 1_000;

type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * Empties a node that is cordoned. What is written says how far it is and the node what has become of it, so running it
 * again from the top is always right.
 */
export async function drain(running: RunningAction, wait: Wait = pause): Promise<never> {
  const drained = new Drained(await RunningDrain.resume(running), wait);
  for (;;) await drained.goOn();
}

class Drained {
  readonly #drain: RunningDrain;
  readonly #wait: Wait;
  /** In a pod, the name of the host is the pod's. */
  readonly #ownPod = hostname();
  #seen: readonly PodRead[] = [];
  #lookedAt = -Infinity;
  #nodeLookedAt = -Infinity;
  #holds = '';

  constructor(given: RunningDrain, wait: Wait) {
    this.#drain = given;
    this.#wait = wait;
  }

  /** The next thing that is to be done, if only to wait for it. */
  async goOn(): Promise<void> {
    const { running, pods } = this.#drain;
    running.signal.throwIfAborted();
    if (this.#drain.figures.pass === 0) return this.#beginPass(1);
    const next = nextToEvict(pods, this.#drain.now(), this.#ownPod);
    if (this.#age() >= this.#restMs(next)) return void (await this.#look());
    if (isPassOver(pods)) return this.#endPass();
    if (next !== undefined) return evict(this.#drain, next);
    if (!this.#drain.isWritten) await this.#drain.write();
    return this.#wait(this.#idleMs(), running.signal);
  }

  #age(): number {
    return this.#drain.now().getTime() - this.#lookedAt;
  }

  /** From one look to the next. */
  #restMs(next?: DrainPod): number {
    if (next !== undefined) return next.budget === null ? unbudgetedLookMs : lookEveryMs;
    const isEnding = this.#drain.pods.some(({ status }) => status === 'evicting');
    return isEnding ? lookEveryMs : idleLookMs;
  }

  #idleMs(): number {
    const untilLook = this.#restMs() - this.#age();
    const tryAt = nextTryAt(this.#drain.pods, this.#ownPod)?.getTime() ?? Infinity;
    return Math.max(1, Math.min(untilLook, tryAt - this.#drain.now().getTime(), lookEveryMs));
  }

  /** One list, and now and then the node itself: what it shows is written if it is news. */
  async #look(): Promise<boolean> {
    // What is asked now may end the drain, and then its answers count.
    if (!this.#drain.isWritten) await this.#drain.write();
    const isNodeDue = this.#drain.now().getTime() - this.#nodeLookedAt >= nodeLookMs;
    const isNodeSeen = !isNodeDue || (await this.#lookAtNode());
    const seen = isNodeSeen ? await lookAtPods(this.#drain.running, this.#drain.node) : undefined;
    if (seen === undefined) {
      await this.#wait(againAfterMs, this.#drain.running.signal);
      return false;
    }
    this.#seen = seen;
    this.#lookedAt = this.#drain.now().getTime();
    const byUid = new Map(seen.map((pod) => [pod.metadata.uid, pod]));
    const now = this.#drain.now();
    for (const pod of this.#drain.pods) this.#drain.put(afterLook(pod, byUid.get(pod.pod_uid), now, this.#holds));
    // Also finds out that somebody has canceled it, or another taken over.
    await (this.#drain.isWritten ? this.#drain.running.mustHold() : this.#drain.write());
    return true;
  }

  async #lookAtNode(): Promise<boolean> {
    const { running, node: name } = this.#drain;
    const read = await lookAtNode(running);
    if (read === undefined) return false;
    this.#nodeLookedAt = this.#drain.now().getTime();
    const { node } = read;
    if (node === null || node.metadata.uid !== running.row.plan?.target_uid)
      return running.end({ status: 'success', result: 'node_gone' });
    if (!isCordoned(node)) {
      const details = { ...running.row.details, drain: { ...this.#drain.figures, node_cordoned: false } };
      return running.end({ ...uncordoned(name), details });
    }
    this.#holds = isReady(node)
      ? ''
      : `node ${name} is not ready, so its kubelet does not confirm that the pod has ended`;
    return true;
  }

  async #beginPass(pass: number): Promise<void> {
    const lists = await this.#lists();
    if (lists === undefined) return;
    const context = await this.#context();
    for (const pod of newPods(lists, this.#drain.pods, context)) this.#drain.put(pod);
    const now = this.#drain.now().getTime();
    const graces = this.#drain.pods.map(({ deadline_at: at }) =>
      at === null ? 0 : (at.getTime() - now) / 1000 - stuckAfterSeconds,
    );
    const seconds = drainSeconds(longestLane(this.#drain.pods), Math.ceil(Math.max(0, ...graces)));
    await this.#drain.write({ pass, upper_bound_at: new Date(now + seconds * 1000).toISOString() });
  }

  /** What is on the node now; undefined: the API server did not say. */
  async #lists(): Promise<Pick<DrainCase, 'pods' | 'budgets' | 'deployments'> | undefined> {
    if (!(await this.#look())) return undefined;
    const others = await lookAtOthers(this.#drain.running, this.#seen);
    if (others === undefined) await this.#wait(againAfterMs, this.#drain.running.signal);
    return others && { pods: this.#seen, ...others };
  }

  async #context(): Promise<FateContext> {
    const { running } = this.#drain;
    const settings = await running.context.database.tenant(running.workerCluster.tenantId, tenantSettings);
    return { consented: isConsented(running.asked, isAutomatic(running), settings), ownPod: this.#ownPod };
  }

  /** Nothing is left of what was found: what is on the node now, is there to stay or has come back. */
  async #endPass(): Promise<void> {
    const { running, pods, figures } = this.#drain;
    this.#nodeLookedAt = -Infinity;
    if (!(await this.#look())) return;
    const failed = failedPods(this.#drain.pods);
    if (failed !== undefined) return running.end(failed);
    const back = returnedPods({ pods: this.#seen, budgets: [], deployments: [] }, pods, await this.#context());
    if (back.length === 0) return running.end({ status: 'success' });
    if (figures.pass >= mostPasses) return running.end(returned(back, figures.pass));
    await this.#beginPass(figures.pass + 1);
  }
}
