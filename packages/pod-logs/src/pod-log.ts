import { Bell } from '@wheelhouse/kit';
import { type ClusterClient, ClusterUnreachable, KubernetesError, type LogOptions } from '@wheelhouse/kubernetes';
import type { Desk, Tracked } from './desk.ts';
import { lineIn } from './log-line.ts';
import { millisecondsOf, secondText, timeOf } from './log-time.ts';
import { opened } from './opening.ts';
import type { PodSeen } from './pod-seen.ts';
import { beginning } from './position.ts';
import { Lag } from './rate.ts';
import { unread } from './unread.ts';

export interface PodLogGiven {
  /** The connection as it is now: it is another when credentials have changed. */
  readonly client: () => ClusterClient;
  readonly namespace: string;
  /** Others, which somebody had put beside it, are not the app's. */
  readonly container: string;
  readonly desk: Desk;
  readonly matches: (text: string) => boolean;
  /** What there is to begin with: of so many seconds, so many lines. */
  readonly sinceSeconds: number;
  readonly tailLines: number;
  /** Milliseconds of any clock that is never set. */
  readonly now: () => number;
  readonly date: () => Date;
}

/** So far a reader may fall behind its pod's writing before it leaves lines out. */
const mostBehindMs = 5_000;
/** Time that the log of a pod that is gone has for telling its next line. */
const partingMs = 5_000;
/** A log that cannot be read for so long is told of. */
const silentMs = 10_000;

/**
 * Reads one pod's log, through restarts of its container and of the API server: from where it has come to, and never
 * a line twice.
 */
export class PodLog {
  readonly tracked: Tracked;
  readonly #given: PodLogGiven;
  readonly #bell = new Bell();
  #seen: PodSeen;
  #isGone = false;
  #reading: AbortController | undefined;
  #lines = 0;
  #isPutting = false;
  #parting: NodeJS.Timeout | undefined;
  #faultySince: number | undefined;

  constructor(given: PodLogGiven, tracked: Tracked, seen: PodSeen) {
    this.#given = given;
    this.tracked = tracked;
    this.#seen = seen;
  }

  seen(now: PodSeen): void {
    this.#seen = now;
    this.#bell.ring();
  }

  /** What it has written can still be read where it is open; one that has nothing more to tell is let go. */
  gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#bell.ring();
    let lines = this.#lines;
    this.#parting = setInterval(() => {
      if (lines === this.#lines && !this.#isPutting) this.#reading?.abort();
      lines = this.#lines;
    }, partingMs).unref();
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Until the pod is gone or the signal ends. */
  async follow(signal: AbortSignal): Promise<void> {
    let inVain = 0;
    while (!signal.aborted) {
      const before = this.#lines;
      await this.#try(() => this.#within(signal, (inner) => this.#readOn(inner)), signal);
      inVain = this.#lines > before ? 0 : inVain + 1;
      if (this.#isGone) break;
      // A log that ends does not say that its container did: it is asked for again, whatever the pod looks like.
      const longest = this.#seen.hasEnded ? 60_000 : 2_000;
      if (!signal.aborted) await this.#bell.wait(Math.min(longest, 125 * 2 ** inVain), signal);
    }
    clearInterval(this.#parting);
  }

  /** What there is, of the container that runs or the one before it; then it is over. */
  async readOnce(previous: boolean, signal: AbortSignal): Promise<void> {
    for (let inVain = 0; inVain < 5 && !signal.aborted && !this.#isGone; inVain += 1) {
      const before = this.#lines;
      const isDone = await this.#try(() => this.#within(signal, (inner) => this.#readAll(previous, inner)), signal);
      // What crashed is removed when the next one has: until that is seen, the kubelet is asked for one it no longer has.
      const mayBeRemoved = previous && this.#lines === 0 && this.#seen.restarts > 0 && inVain < 3;
      if (isDone && !mayBeRemoved) return;
      if (this.#lines > before) inVain = 0;
      await this.#bell.wait(250 * 2 ** inVain, signal);
    }
    if (!signal.aborted && !this.#isGone) this.#tellSilent();
  }

  async #readAll(previous: boolean, signal: AbortSignal): Promise<void> {
    if (!previous) return this.#history(false, signal);
    try {
      await this.#history(true, signal);
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
    // Between a crash and the restart that follows it, the one that crashed is not yet the one before.
    const { hasStarted, startedAt } = this.#seen;
    if (this.#lines === 0 && hasStarted && startedAt === 0) await this.#history(false, signal);
  }

  async #readOn(signal: AbortSignal): Promise<void> {
    if (this.tracked.read.position === undefined) await this.#begin(signal);
    const { position = beginning } = this.tracked.read;
    const isNew = position.at === 0n && this.#seen.restarts === 0;
    const { lines } = await opened((onOpen) => this.#logs({ ...this.#range(), follow: true, onOpen }, signal));
    this.#faultySince = undefined;
    // In this order, because the container may end at any moment: what is open now is the next one, or this one still.
    if (!isNew) await this.#restOfPrevious(signal);
    await this.#pass(lines, false);
  }

  /** What there is to begin with; then the position is known, also where there was nothing. */
  async #begin(signal: AbortSignal): Promise<void> {
    const { date, sinceSeconds, tailLines } = this.#given;
    if (!this.#seen.hasStarted) return this.#set(0n, 0);
    const began = Math.max(date().getTime() - sinceSeconds * 1000, this.#seen.startedAt);
    if (tailLines > 0) await this.#history(false, signal);
    else for await (const raw of this.#logs({ tailLines: 1 }, signal)) this.#set(lineIn(raw)?.at ?? 0n, 1);
    if (this.tracked.read.position === undefined) this.#set(timeOf(new Date(began)), 0);
  }

  #set(at: bigint, count: number): void {
    const { tracked } = this;
    tracked.read = { ...tracked.read, position: { at, count } };
  }

  /** To the end there is. A call has its time, a client may be slow: then it is taken up again. */
  async #history(previous: boolean, signal: AbortSignal): Promise<void> {
    for (;;) {
      const before = this.#lines;
      try {
        await this.#pass(this.#logs({ ...this.#range(), previous }, signal), true);
        return;
      } catch (error) {
        const isOutOfTime = error instanceof ClusterUnreachable && error.code === 'timeout';
        if (!isOutOfTime || this.#lines === before) throw error;
      }
    }
  }

  async #restOfPrevious(signal: AbortSignal): Promise<void> {
    try {
      await this.#pass(this.#logs({ ...this.#range(), previous: true }, signal), false);
    } catch (error) {
      if (!isNotThere(error)) throw error;
    }
  }

  #range(): LogOptions {
    const { position } = this.tracked.read;
    if (position === undefined) {
      const { sinceSeconds, tailLines } = this.#given;
      return { sinceSeconds, tailLines };
    }
    return position.at === 0n ? {} : { sinceTime: secondText(position.at) };
  }

  #logs(options: LogOptions, signal: AbortSignal): AsyncGenerator<string> {
    const { client, namespace, container } = this.#given;
    return client().logs(namespace, this.tracked.name, { ...options, container, timestamps: true, signal });
  }

  /** History is never left out: it does not run away. */
  async #pass(lines: AsyncIterable<string>, isHistory: boolean): Promise<void> {
    const { desk, matches, now } = this.#given;
    const lag = new Lag();
    for await (const line of unread(lines, this.tracked.read.position ?? beginning)) {
      this.#lines += 1;
      if (!matches(line.text)) {
        desk.skip(this.tracked, line, 0);
        continue;
      }
      const behind = lag.behind(millisecondsOf(line.at), now());
      this.#isPutting = true;
      await desk.put(this.tracked, line, isHistory || behind <= mostBehindMs);
      this.#isPutting = false;
    }
  }

  /** True if it was done; what the cluster refuses or leaves unanswered is tried again. */
  async #try(work: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // Of a pod that is gone there is nothing to be asked for again.
      if (signal.aborted || this.#isGone) return false;
      if (isNotThere(error)) return true;
      // That the cluster does not respond is seen, and told, by whoever watches its pods.
      if (error instanceof KubernetesError) this.#isFaulty();
      else if (!(error instanceof ClusterUnreachable)) throw error;
      return false;
    }
  }

  #isFaulty(): void {
    const now = this.#given.now();
    this.#faultySince ??= now;
    if (now - this.#faultySince < silentMs) return;
    this.#faultySince = Infinity;
    this.#tellSilent();
  }

  /** Why it cannot be read names nodes and addresses, which are not for those who only deploy. */
  #tellSilent(): void {
    this.#given.desk.tell('pod_silent', { pod: this.tracked.name, reason: 'log_unavailable' });
  }

  async #within(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const reading = new AbortController();
    const end = () => reading.abort();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    this.#reading = reading;
    try {
      await work(reading.signal);
    } finally {
      signal.removeEventListener('abort', end);
      // What is still open, because something else went wrong, is let go.
      end();
    }
  }
}

/** The pod is gone, or its container has not run yet, or has had none before. */
function isNotThere(error: unknown): boolean {
  return error instanceof KubernetesError && (error.status === 400 || error.status === 404);
}
