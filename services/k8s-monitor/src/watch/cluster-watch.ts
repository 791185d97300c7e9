import { Bell, pause } from '@wheelhouse/kit';
import { RunningActions } from '../actions/running-actions.ts';
import type { Watched } from '../clusters/store.ts';
import { accessTo } from './credentials.ts';
import type { MonitorContext } from './round.ts';
import { followCluster } from './session.ts';
import { type Hold, mustHold, selectFault, type SignOfLife, TakenOver, writeFault } from './store.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const longestFault = 1_000;

/** One cluster under one lease: connected, and connected anew whenever its address or credentials are others. */
export class ClusterWatch {
  readonly #context: MonitorContext;
  readonly #tenantId: string;
  readonly #hold: Hold;
  readonly #bell = new Bell();
  readonly #running: RunningActions;
  #generation: number;
  #session = new AbortController();
  #observedAt: number | undefined;
  /** As it is written; `unknown` until it was read. */
  #fault: string | undefined | typeof unknown = unknown;

  constructor(context: MonitorContext, { cluster_id: clusterId, tenant_id, generation }: Watched, token: number) {
    this.#context = context;
    this.#tenantId = tenant_id;
    this.#hold = { clusterId, token };
    this.#running = new RunningActions(context.database, tenant_id, clusterId);
    this.#generation = generation;
  }

  /** Up to when what is written of it is true; undefined while nobody here can say. */
  get signOfLife(): SignOfLife | undefined {
    return this.#observedAt === undefined ? undefined : { ...this.#hold, at: this.#observedAt };
  }

  /** Has it connect anew if its credentials are of another generation. */
  heed({ generation }: Watched): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#session.abort();
  }

  /** Has it judged anew if an action has begun or ended. */
  hearActions(count: number): void {
    if (this.#running.hear(count)) this.#bell.ring();
  }

  /** Until the signal ends. */
  async run(signal: AbortSignal): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      this.#session = new AbortController();
      const renewed = this.#session.signal;
      const either = AbortSignal.any([signal, renewed]);
      const isOurs = await this.#attempt(either);
      if (!isOurs || signal.aborted) return;
      pauseMs = renewed.aborted ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      if (!renewed.aborted) await pause(pauseMs, either);
    }
  }

  /** False when somebody else has taken over. */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#follow(signal).catch((error: unknown) => this.#failed(error, signal));
      return true;
    } catch (error) {
      if (error instanceof TakenOver) return false;
      throw error;
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { call } = this.#context;
    await followCluster({
      context: this.#context,
      tenantId: this.#tenantId,
      hold: this.#hold,
      access: await accessTo(call, this.#tenantId, this.#hold.clusterId, signal),
      bell: this.#bell,
      running: this.#running,
      tellFault: (fault) => this.#tellFault(fault),
      tellObserved: (at) => {
        this.#observedAt = at;
      },
      signal,
    });
  }

  async #failed(error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof TakenOver) throw error;
    if (signal.aborted) return;
    const { log } = this.#context;
    const { clusterId } = this.#hold;
    log.warn({ err: error, cluster_id: clusterId }, 'a cluster cannot be watched right now');
    const text = error instanceof Error ? error.message : String(error);
    await this.#tellFault(text);
  }

  /** Written only when it is another. */
  async #tellFault(words: string | undefined): Promise<void> {
    // A stranger's server has a part in them.
    const fault = words?.slice(0, longestFault).toWellFormed().replaceAll('\0', '');
    if (fault === this.#fault) return;
    const { database, clock, log } = this.#context;
    const { clusterId } = this.#hold;
    try {
      await database.tenant(this.#tenantId, async (db) => {
        await mustHold(db, this.#hold);
        const known = this.#fault === unknown ? await selectFault(db, clusterId) : this.#fault;
        if (fault !== known) await writeFault(db, clusterId, fault, clock.now());
      });
      this.#fault = fault;
    } catch (error) {
      if (error instanceof TakenOver) throw error;
      this.#fault = unknown;
      log.warn({ err: error, cluster_id: clusterId }, 'the error of a cluster could not be written');
    }
  }
}

const unknown = Symbol('unknown');
