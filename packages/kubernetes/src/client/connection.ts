import type { ClusterAccess } from '../access/access.ts';
import { dial } from './dial.ts';
import { ClusterUnreachable } from './errors.ts';
import type { ClusterClientOptions } from './options.ts';
import { Session } from './session.ts';

/**
 * The one connection to a cluster, made when it is first needed and again when it was lost. Only what never ends, watches
 * and followed logs, gets another one where there is so much of it that nothing else would come through.
 */
export class Connection {
  readonly #access: ClusterAccess;
  readonly #options: ClusterClientOptions;
  readonly #over = new AbortController();
  /** The first that is open takes new requests; the server may have told others to end what they carry. */
  #sessions: readonly Session[] = [];
  #dialling: Promise<Session> | undefined;

  constructor(access: ClusterAccess, options: ClusterClientOptions) {
    this.#access = access;
    this.#options = options;
  }

  /** The open connection, or the one that all who ask now wait for. */
  async session(isEndless: boolean): Promise<Session> {
    if (this.#over.signal.aborted) throw closed();
    const current = this.#sessions.find(({ isOpen, takesEndless }) => isOpen && (takesEndless || !isEndless));
    if (current !== undefined) return current;
    this.#dialling ??= this.#dial().finally(() => {
      this.#dialling = undefined;
    });
    return this.#dialling;
  }

  /** Where two are open, the older sign of life counts: what hangs on that one may be stale. */
  lastHeardAt(): number | undefined {
    const live = this.#sessions.filter(({ isOver }) => !isOver);
    const used = live.filter(({ isUsed }) => isUsed);
    const heard = (used.length > 0 ? used : live.slice(-1)).map(({ heardAt }) => heardAt());
    return heard.length === 0 ? undefined : Math.min(...heard);
  }

  async close(): Promise<void> {
    this.#over.abort(closed());
    await this.#dialling?.catch(() => undefined);
    await Promise.all(this.#sessions.map((session) => session.destroy(closed())));
    this.#sessions = [];
  }

  async #dial(): Promise<Session> {
    const { pingEveryMs: everyMs = 2_000, pingTimeoutMs: timeoutMs = 4_000 } = this.#options;
    const socket = await dial(this.#access, this.#options, this.#over.signal);
    const session = new Session(socket, new URL(this.#access.server), { everyMs, timeoutMs });
    this.#sessions = [...this.#sessions.filter(({ isOver }) => !isOver), session];
    return session;
  }
}

function closed(): ClusterUnreachable {
  return new ClusterUnreachable('closed', 'The client for this cluster was closed. Next step: open a new one');
}
