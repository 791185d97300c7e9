import { Bell, pause } from '@wheelhouse/kit';
import { isTooLarge } from '@wheelhouse/kubernetes';
import { RunningActions } from '../actions/running-actions.ts';
import type { Watched } from '../clusters/store.ts';
import { accessTo } from '../clusters/credentials.ts';
import type { MonitorContext } from './round.ts';
import { followCluster } from './session.ts';
import type { TenantShare } from './tenant-shares.ts';
import { type Hold, mustHold, selectFault, type SignOfLife, TakenOver, writeFault } from './store.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** What is too large now will hardly be smaller in a minute, and finding that out costs as much as before. */
const longestRestMs = 30 * 60_000;
const longestFault = 1_000;

/** One cluster under one lease: connected, and connected anew whenever its address or credentials are others. */
export class ClusterWatch {
  readonly #context: MonitorContext;
  readonly #tenantId: string;
  readonly #hold: Hold;
  readonly #bell = new Bell();
  readonly #running: RunningActions;
  readonly #share: TenantShare;
  #generation: number;
  #session = new AbortController();
  #observedAt: number | undefined;
  /** As it is written; `unknown` until it was read. */
  #fault: string | undefined | typeof unknown = unknown;

  constructor(
    context: MonitorContext,
    { cluster_id: clusterId, tenant_id, generation }: Watched,
    token: number,
    share: TenantShare,
  ) {
    this.#context = context;
    this.#tenantId = tenant_id;
    this.#hold = { clusterId, token };
    this.#running = new RunningActions(context.database, tenant_id, clusterId);
    this.#generation = generation;
    this.#share = share;
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
      const end = await this.#attempt(either);
      if (end === 'taken over' || signal.aborted) return;
      const longest = end === 'too large' ? longestRestMs : longestPauseMs;
      pauseMs = renewed.aborted ? firstPauseMs : Math.min(pauseMs * 2, longest);
      if (!renewed.aborted) await pause(pauseMs, either);
    }
  }

  async #attempt(signal: AbortSignal): Promise<'over' | 'too large' | 'taken over'> {
    try {
      await this.#follow(signal);
      return 'over';
    } catch (error) {
      if (error instanceof TakenOver) return 'taken over';
      if (signal.aborted) return 'over';
      return this.#failed(error);
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
      share: this.#share,
      tellFault: (fault) => this.#tellFault(fault),
      tellObserved: (at) => {
        this.#observedAt = at;
      },
      signal,
    });
  }

  async #failed(error: unknown): Promise<'over' | 'too large' | 'taken over'> {
    const { log } = this.#context;
    const { clusterId } = this.#hold;
    log.warn({ err: error, cluster_id: clusterId }, 'a cluster cannot be watched right now');
    const text = error instanceof Error ? error.message : String(error);
    const isLarge = isTooLarge(error);
    try {
      await this.#tellFault(isLarge ? tooLargeFault(text) : text);
    } catch (failure) {
      if (failure instanceof TakenOver) return 'taken over';
      throw failure;
    }
    return isLarge ? 'too large' : 'over';
  }

  /** Written only when it is another. */
  async #tellFault(words: string | undefined): Promise<void> {
    // A stranger's server has a part in them.
    const fault = words?.slice(0, longestFault).toWellFormed().replaceAll('\0', '');
    if (fault === this.#fault) return;
    const { database, clock, log, emit } = this.#context;
    const { clusterId } = this.#hold;
    try {
      await database.tenant(this.#tenantId, async (db) => {
        await mustHold(db, this.#hold);
        const known = this.#fault === unknown ? await selectFault(db, clusterId) : this.#fault;
        if (fault === known) return;
        await writeFault(db, clusterId, fault, clock.now());
        // Platform says what phase a cluster is in: this is the one fault that only we can see.
        if (isTooLargeFault(fault) || isTooLargeFault(known))
          await emit(
            db,
            'internal.cluster_watch_changed',
            {
              cluster_id: clusterId,
              too_large: isTooLargeFault(fault) ? fault : null,
            },
            { clusterId },
          );
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

/** By its words, so that another process knows it again. */
const tooLargeWords = 'Too large to be watched. ';
const tooLargeFault = (text: string) => `${tooLargeWords}${text}`;
const isTooLargeFault = (fault: string | undefined): fault is string => fault?.startsWith(tooLargeWords) === true;
