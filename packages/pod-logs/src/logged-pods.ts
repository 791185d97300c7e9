import type { ClusterClient } from '@wheelhouse/kubernetes';
import { podKey, type Cursor } from './cursor.ts';
import type { Desk } from './desk.ts';
import { seconds } from './log-time.ts';
import { PodLog, type PodLogGiven } from './pod-log.ts';
import type { PodSeen } from './pod-seen.ts';
import { beginning, type Position } from './position.ts';
import type { Revisions } from './revisions.ts';
import type { Teller } from './teller.ts';

/** More at once are too much for whoever reads them, and for the connection. */
export const mostFollowed = 50;

interface Given {
  readonly log: PodLogGiven;
  readonly desk: Desk;
  readonly teller: Teller;
  readonly revisions: Revisions;
  readonly client: () => ClusterClient;
  /** What the client was told before. */
  readonly from: Cursor | undefined;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly signal: AbortSignal;
  /** Something that nobody expected. */
  readonly failed: (error: unknown) => void;
}

interface Entry {
  seen: PodSeen;
  log: PodLog | undefined;
}

/** The pods of an app, each with a reader of its log. */
export class LoggedPods {
  readonly #given: Given;
  readonly #pods = new Map<string, Entry>();
  readonly #work = new Set<Promise<void>>();
  #hasBegun = false;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Nobody reads any more. */
  get isIdle(): boolean {
    return this.#work.size === 0;
  }

  get count(): number {
    return this.#pods.size;
  }

  /** Those that there are, the newest first, are read from where the client asks, or where it was told up to. */
  async begin(): Promise<object> {
    const { revisions, client } = this.#given;
    await revisions.look(
      client(),
      [...this.#pods.values()].map(({ seen }) => seen.hash),
    );
    const newest = [...this.#pods.values()].toSorted(
      ({ seen: one }, { seen: other }) => other.createdAt - one.createdAt,
    );
    for (const entry of newest.slice(0, mostFollowed)) this.#read(entry, this.#whereTo(entry.seen));
    this.#hasBegun = true;
    return this.snapshot();
  }

  snapshot(): object {
    return { pods: [...this.#pods.values()].map((entry) => this.#shown(entry)) };
  }

  readonly seen = (now: PodSeen): void => {
    const entry = this.#pods.get(now.uid);
    if (entry !== undefined) {
      entry.seen = now;
      entry.log?.seen(now);
      return;
    }
    const added: Entry = { seen: now, log: undefined };
    this.#pods.set(now.uid, added);
    // All that it writes is new.
    if (this.#hasBegun && this.#given.follow) this.#do(this.#join(added, beginning));
  };

  readonly gone = (uid: string): void => {
    const entry = this.#pods.get(uid);
    if (entry === undefined) return;
    this.#pods.delete(uid);
    if (entry.log === undefined) this.#left(entry);
    else entry.log.gone();
  };

  async end(): Promise<void> {
    await Promise.all(this.#work);
  }

  async #join(entry: Entry, position: Position | undefined): Promise<void> {
    const { revisions, client, desk, signal } = this.#given;
    await revisions.look(client(), [entry.seen.hash]);
    if (signal.aborted) return;
    const isFollowed = this.#followed() < mostFollowed;
    const { name: pod, ...shown } = this.#shown(entry);
    desk.tell('pod_joined', { pod, ...shown, followed: isFollowed });
    if (isFollowed) this.#read(entry, position);
  }

  #read(entry: Entry, position: Position | undefined): void {
    const { log: given, teller, follow, previous, signal } = this.#given;
    const { uid, name } = entry.seen;
    const log = new PodLog(given, teller.track(podKey(uid), name, position), entry.seen);
    entry.log = log;
    if (!this.#pods.has(uid)) log.gone();
    this.#do(follow ? log.follow(signal).then(() => this.#ended(entry)) : log.readOnce(previous, signal));
  }

  /** Its last line has been read: that it left comes after it, and its place is another's. */
  #ended(entry: Entry): void {
    if (entry.log?.isGone !== true) return;
    this.#left(entry);
    const next = [...this.#pods.values()].find(({ log }) => log === undefined);
    if (next !== undefined && !this.#given.signal.aborted) this.#do(this.#join(next, undefined));
  }

  #left({ seen, log }: Entry): void {
    const reason = seen.isEvicted ? 'evicted' : 'deleted';
    this.#given.desk.tell('pod_left', { pod: seen.name, reason }, log?.tracked);
  }

  #followed(): number {
    return [...this.#pods.values()].filter(({ log }) => log !== undefined).length;
  }

  #shown(entry: Entry): {
    readonly name: string;
    readonly revision: number | null;
    readonly ready: boolean;
    readonly followed: boolean;
  } {
    const { name, hash, isReady } = entry.seen;
    return { name, revision: this.#given.revisions.of(hash), ready: isReady, followed: entry.log !== undefined };
  }

  /** Undefined: as the client asks. A pod that it has never heard of came since. */
  #whereTo({ uid }: PodSeen): Position | undefined {
    const { from, log } = this.#given;
    if (from === undefined) return undefined;
    const key = podKey(uid);
    if (from.pods.has(key)) return from.pods.get(key);
    return { at: from.time - seconds(Math.max(log.sinceSeconds, justNowSeconds)), count: 0 };
  }

  #do(work: Promise<void>): void {
    const done = work.catch(this.#given.failed).finally(() => {
      this.#work.delete(done);
      this.#given.desk.ring();
    });
    this.#work.add(done);
  }
}

/** Longer than it takes to hear of a new pod. */
const justNowSeconds = 60;
