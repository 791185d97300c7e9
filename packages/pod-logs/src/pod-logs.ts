import { type Clock, pause, refuse, type StreamEvent } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import type { Asked } from './asked.ts';
import { type Cursor, cursorIn, idOf, lastId } from './cursor.ts';
import { Desk } from './desk.ts';
import { contains } from './log-line.ts';
import { timeOf } from './log-time.ts';
import { LoggedPods } from './logged-pods.ts';
import { PodWatch } from './pod-watch.ts';
import type { Revisions } from './revisions.ts';
import { mostInBatch, Teller } from './teller.ts';

export interface PodLogsGiven {
  readonly namespace: string;
  /** Of the pods; undefined: only the one that is asked for. */
  readonly labelSelector: string | undefined;
  /** Others, which pods may have beside it, are not asked for. */
  readonly container: string;
  readonly revisions: Revisions;
  readonly asked: Asked;
  /** What the client was told before. */
  readonly from: Cursor | undefined;
  /** The connection as it is now, or in a word why there will be none; throws what is to be tried again. */
  readonly connect: () => Promise<ClusterClient | string>;
  /** Refuses, where the first look at the cluster fails; later ones are repeated. */
  readonly unreachable: (error: unknown) => never;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const linesPerSecond = 1_000;
const mostBytes = 512 * 1024;
/** Lines that come one after another go together. */
const gatherMs = 50;
const checkEveryMs = 2_000;
const silentAfterMs = 5_000;
const giveUpAfterMs = 5 * 60_000;

/**
 * The lines of all these pods, with the pods that come and go. Throws before its first event if the cluster cannot be
 * asked. The last event says why nothing more can come: complete, pod_left, cluster_silent, or what `connect` said.
 */
export async function* podLogs(given: PodLogsGiven): AsyncGenerator<StreamEvent> {
  const over = new AbortController();
  const end = () => over.abort();
  given.signal.addEventListener('abort', end);
  const stream = new PodLogs(given, over.signal);
  try {
    yield* stream.events();
  } finally {
    given.signal.removeEventListener('abort', end);
    end();
    await stream.close();
  }
}

class PodLogs {
  readonly #given: PodLogsGiven;
  readonly #signal: AbortSignal;
  readonly #desk: Desk;
  readonly #teller: Teller;
  readonly #pods: LoggedPods;
  readonly #watch: PodWatch;
  #client: ClusterClient | undefined;
  /** Why nothing more can come. */
  #ended: string | undefined;
  #failure: { readonly error: unknown } | undefined;
  #silentSince: number | undefined;
  #isSilenceTold = false;
  #checking: Promise<void> = Promise.resolve();

  constructor(given: PodLogsGiven, signal: AbortSignal) {
    const { namespace, labelSelector, container, asked, from, clock } = given;
    this.#given = given;
    this.#signal = signal;
    const now = () => performance.now();
    const date = () => clock.now();
    this.#desk = new Desk({ linesPerSecond, lines: mostInBatch, bytes: mostBytes, now });
    const desk = this.#desk;
    this.#teller = new Teller({ desk, date, now, from });
    const client = () => this.#connected();
    this.#pods = new LoggedPods({
      log: {
        client,
        namespace,
        container,
        desk,
        matches: contains(asked.contains),
        sinceSeconds: asked.sinceSeconds,
        tailLines: asked.tailLines,
        now,
        date,
      },
      desk,
      teller: this.#teller,
      revisions: given.revisions,
      client,
      from,
      follow: asked.follow && !asked.previous,
      previous: asked.previous,
      signal,
      failed: (error) => this.#failed(error),
    });
    this.#watch = new PodWatch({
      namespace,
      labelSelector,
      container,
      pod: asked.pod,
      onSeen: this.#pods.seen,
      onGone: this.#pods.gone,
      signal,
    });
  }

  async *events(): AsyncGenerator<StreamEvent> {
    const { connect, unreachable } = this.#given;
    const connected = await connect().catch(unreachable);
    if (typeof connected === 'string') {
      yield this.#teller.event('snapshot', this.#pods.snapshot());
      yield* this.#teller.end(connected);
      return;
    }
    this.#client = connected;
    await this.#watch.through(connected).catch(unreachable);
    yield this.#teller.event('snapshot', await this.#pods.begin());
    this.#tellIfMissing();
    this.#checking = this.#check().catch((error: unknown) => this.#failed(error));
    while (!this.#signal.aborted) {
      this.#endIfDone();
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#ended !== undefined) {
        yield* this.#teller.end(this.#ended);
        return;
      }
      await this.#desk.wait(checkEveryMs / 2, this.#signal);
      if (!this.#desk.isFull) await pause(gatherMs, this.#signal);
      yield* this.#teller.round();
    }
  }

  async close(): Promise<void> {
    this.#desk.close();
    await Promise.all([this.#checking, this.#watch.end(), this.#pods.end()]);
  }

  #connected(): ClusterClient {
    if (this.#client === undefined) throw new Error('the cluster is asked before it is connected');
    return this.#client;
  }

  #failed(error: unknown): void {
    if (!this.#signal.aborted) this.#failure ??= { error };
    this.#desk.ring();
  }

  #tellIfMissing(): void {
    const { pod } = this.#given.asked;
    if (pod !== undefined && this.#pods.count === 0) this.#desk.tell('pod_left', { pod, reason: 'not_found' });
  }

  #endIfDone(): void {
    const { follow, previous, pod } = this.#given.asked;
    if (!this.#pods.isIdle) return;
    if (pod !== undefined && this.#pods.count === 0) this.#ended ??= 'pod_left';
    else if (!follow || previous) this.#ended ??= 'complete';
  }

  /** Whether there is still something to follow, and a connection to do it by. */
  async #check(): Promise<void> {
    for (; !this.#signal.aborted; await pause(checkEveryMs, this.#signal)) {
      const connected = await this.#given.connect().catch(() => undefined);
      if (typeof connected === 'string') {
        this.#ended = connected;
        this.#desk.ring();
        return;
      }
      if (connected !== undefined && connected !== this.#client) {
        this.#client = connected;
        // What fails here is the watch's fault, and is told as such.
        await this.#watch.through(connected).catch(() => undefined);
      }
      this.#listen();
    }
  }

  #listen(): void {
    if (this.#watch.fault === undefined) {
      // Whoever was told of the silence is told that it is over.
      if (this.#isSilenceTold) this.#desk.tell('snapshot', this.#pods.snapshot());
      this.#silentSince = undefined;
      this.#isSilenceTold = false;
      return;
    }
    const now = this.#given.clock.now().getTime();
    this.#silentSince ??= now;
    const silentMs = now - this.#silentSince;
    if (silentMs >= giveUpAfterMs) {
      this.#ended = 'cluster_silent';
      this.#desk.ring();
    } else if (silentMs >= silentAfterMs && !this.#isSilenceTold) {
      this.#isSilenceTold = true;
      this.#desk.tell('cluster_silent', { since: new Date(this.#silentSince).toISOString() });
    }
  }
}

/** What a client that comes back has been told, by the id of the last event it saw. */
export function seenUpTo(id: string | undefined): Cursor | 'ended' | undefined {
  if (id === undefined) return undefined;
  return (
    cursorIn(id) ??
    refuse('invalid_request', {
      message: 'Last-Event-ID and after must be the id of an event this stream sent earlier.',
    })
  );
}

/** No event at all tells a client that it has seen everything. */
export async function* toldAll(): AsyncGenerator<StreamEvent> {}

/** Of what has no pods, and will have none. */
export async function* noPods(clock: Clock): AsyncGenerator<StreamEvent> {
  const time = timeOf(clock.now());
  yield { id: idOf({ time, untold: 0, pods: new Map() }), event: 'snapshot', data: { pods: [] } };
  yield { id: lastId(time), event: 'ended', data: { reason: 'complete' } };
}
