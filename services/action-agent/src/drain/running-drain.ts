import type { DrainFigures } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { countsOf, type DrainPod } from '../records/drain-pod.ts';
import { saveDrainPods, selectDrainPods } from '../records/drain-store.ts';
import type { ActionChange } from '../records/store.ts';
import { mustNotBeStopped } from '../worker/guards.ts';
import type { RunningAction } from '../worker/running-action.ts';
import { progressText, stepOf } from './figures.ts';

/** The pods of one drain, and what of them is not written down yet. */
export class RunningDrain {
  readonly running: RunningAction;
  readonly #pods: Map<string, DrainPod>;
  readonly #unwritten = new Set<string>();

  private constructor(running: RunningAction, pods: readonly DrainPod[]) {
    this.running = running;
    this.#pods = new Map(pods.map((pod) => [pod.pod_uid, pod]));
  }

  /** As it was left, perhaps by another worker. */
  static async resume(running: RunningAction): Promise<RunningDrain> {
    const { context, workerCluster, row } = running;
    return new RunningDrain(
      running,
      await context.database.tenant(workerCluster.tenantId, (db) => selectDrainPods(db, row.id)),
    );
  }

  get pods(): readonly DrainPod[] {
    return [...this.#pods.values()];
  }

  get node(): string {
    const { target } = this.running.asked;
    if (!('node_name' in target)) throw new RangeError('a drain has a node');
    return target.node_name;
  }

  get figures(): DrainFigures {
    return this.running.row.details.drain ?? startFigures;
  }

  now(): Date {
    return this.running.context.clock.now();
  }

  /** Kept, and written with what is written next. */
  put(changed: DrainPod): void {
    if (this.#pods.get(changed.pod_uid) === changed) return;
    this.#pods.set(changed.pod_uid, changed);
    this.#unwritten.add(changed.pod_uid);
  }

  get isWritten(): boolean {
    return this.#unwritten.size === 0;
  }

  /** All that is not written yet, and the row with it, so that whoever follows the action sees each change. */
  async write(
    more: Partial<DrainFigures> = {},
    also: (db: TenantDb) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { running, pods } = this;
    const drain = { ...this.figures, ...more, counts: countsOf(pods) };
    const details = { ...running.row.details, drain };
    const change: ActionChange = { details, step: stepOf(pods), progress: progressText(pods) };
    const written = [...this.#unwritten];
    await running.write(change, async (db) => {
      await also(db);
      await saveDrainPods(
        db,
        running.row.id,
        written.flatMap((uid) => this.#pods.get(uid) ?? []),
      );
    });
    for (const uid of written) this.#unwritten.delete(uid);
  }

  /** Before an eviction is requested: whoever goes on after a crash finds that it may have been. */
  async intend(pod: DrainPod): Promise<DrainPod> {
    const asked = { ...pod, asked_at: this.now() };
    this.put(asked);
    try {
      await this.write({}, (db) => mustNotBeStopped(db, this.running));
    } catch (error) {
      this.put(pod);
      throw error;
    }
    return asked;
  }
}

/** Of a node that was just cordoned. */
export const startFigures: DrainFigures = {
  node_cordoned: true,
  pass: 0,
  upper_bound_at: null,
  counts: { waiting: 0, evicting: 0, evicted: 0, skipped: 0, failed: 0 },
};
