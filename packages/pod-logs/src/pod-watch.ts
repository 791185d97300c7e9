import { type ClusterClient, type LivePod, Reflector } from '@wheelhouse/kubernetes';
import { type PodSeen, podSeen } from './pod-seen.ts';

interface Given {
  readonly namespace: string;
  readonly labelSelector: string | undefined;
  readonly container: string;
  /** Only the pod of this name. */
  readonly pod: string | undefined;
  readonly onSeen: (pod: PodSeen) => void;
  readonly onGone: (uid: string) => void;
  readonly signal: AbortSignal;
}

/** Which pods there are, whatever becomes of the connection: each is told once when it comes, changes and goes. */
export class PodWatch {
  readonly #given: Given;
  readonly #known = new Set<string>();
  #client: ClusterClient | undefined;
  #reflector: Reflector<LivePod, PodSeen> | undefined;
  #over: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
    given.signal.addEventListener('abort', () => this.#over?.abort(), { once: true });
  }

  /** Why nothing is heard of them. */
  get fault(): Error | undefined {
    return this.#reflector?.fault;
  }

  /** Looks through this connection from now on. Rejects if the first look fails; later ones are repeated. */
  async through(client: ClusterClient): Promise<void> {
    if (client === this.#client) return;
    this.#over?.abort();
    await this.#running;
    this.#client = client;
    const over = new AbortController();
    this.#over = over;
    if (this.#given.signal.aborted) over.abort();
    const synced = Promise.withResolvers<void>();
    const { namespace, labelSelector, container, pod } = this.#given;
    const reflector: Reflector<LivePod, PodSeen> = new Reflector<LivePod, PodSeen>({
      client,
      path: `/api/v1/namespaces/${namespace}/pods`,
      ...(labelSelector !== undefined && { labelSelector }),
      ...(pod !== undefined && { fieldSelector: `metadata.name=${pod}` }),
      keep: (live) => podSeen(live, container),
      onChange: (_key, now, before) => this.#changed(now, before),
      onSynced: () => {
        // What went while nobody looked.
        const left = new Set([...reflector.state.values()].map(({ uid }) => uid));
        for (const uid of this.#known) if (!left.has(uid)) this.#gone(uid);
        synced.resolve();
      },
      log: (_text, error) => synced.reject(error),
    });
    this.#reflector = reflector;
    this.#running = reflector
      .run(over.signal)
      .then(() => synced.reject(new Error('nobody looks any more')), synced.reject);
    await synced.promise;
  }

  async end(): Promise<void> {
    this.#over?.abort();
    await this.#running;
  }

  #changed(now: PodSeen | undefined, before: PodSeen | undefined): void {
    // Another of the same name is another pod.
    if (before !== undefined && before.uid !== now?.uid) this.#gone(before.uid);
    if (now === undefined) return;
    this.#known.add(now.uid);
    this.#given.onSeen(now);
  }

  #gone(uid: string): void {
    if (this.#known.delete(uid)) this.#given.onGone(uid);
  }
}
