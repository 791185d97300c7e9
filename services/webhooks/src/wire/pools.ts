import { Pool } from 'undici';
import { type Dial, dial, type DialOptions } from './dial.ts';
import { SendFailed } from './send-failed.ts';

/** As many as a lane sends at once. */
const mostConnections = 16;
const idleMs = 30_000;
const sweepMs = 10_000;

/** The connections of one subscription, kept open between its deliveries. */
export class Connections {
  readonly origin: string;
  readonly pool: Pool;
  path = '';
  url = '';
  underWay = 0;
  /** How many were under way at once, at the most: so many connections there were. */
  reached = 0;
  usedAt = 0;
  /** The connection made last, for an attempt that runs out of time before it has one. */
  dialing: Dial | undefined;
  /** Set while a new connection is handed over, so that the request it is for learns what it took. */
  justDialed: Dial | undefined;

  constructor({ hostname, port, origin }: URL, options: DialOptions) {
    this.origin = origin;
    const host = { name: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? 443 : Number(port) };
    this.pool = new Pool(origin, {
      connections: mostConnections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Each attempt has a clock of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, handOver) => {
        const progress: Dial = { phase: 'resolving', dnsMs: null, connectMs: null, tlsMs: null };
        this.dialing = progress;
        dial(host, options, progress).then(
          (socket) => {
            // In the moment before it was ours.
            if (socket.destroyed) return handOver(new SendFailed('connection_lost', null), null);
            this.justDialed = progress;
            handOver(null, socket);
            this.justDialed = undefined;
          },
          (error: unknown) =>
            handOver(error instanceof Error ? error : new SendFailed('connection_failed', null), null),
        );
      },
    });
  }
}

/** One for each subscription; those not used for a while are closed. */
export class Pools {
  readonly #options: DialOptions;
  readonly #bySubscription = new Map<string, Connections>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: DialOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#closeIdle(), sweepMs).unref();
  }

  /** Undefined where the URL is not one to send to. */
  of(subscriptionId: string, url: string): Connections | undefined {
    const kept = this.#bySubscription.get(subscriptionId);
    if (kept?.url === url) return kept;
    const parsed = URL.parse(url);
    if (parsed === null || parsed.protocol !== 'https:') return undefined;
    const connections = kept?.origin === parsed.origin ? kept : this.#open(subscriptionId, parsed);
    connections.url = url;
    connections.path = `${parsed.pathname}${parsed.search}`;
    return connections;
  }

  /**
   * Twice as many as were sent to it at once before. A worker that has just started would otherwise open all connections
   * to everybody together, and be so busy with handshakes that answers go unread: what it had sent until a crash would be
   * sent again.
   */
  roomFor(subscriptionId: string): number {
    return Math.max(1, 2 * (this.#bySubscription.get(subscriptionId)?.reached ?? 0));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const all = [...this.#bySubscription.values()];
    this.#bySubscription.clear();
    await Promise.all(all.map(({ pool }) => pool.close()));
  }

  #open(subscriptionId: string, url: URL): Connections {
    this.#drop(subscriptionId);
    const connections = new Connections(url, this.#options);
    this.#bySubscription.set(subscriptionId, connections);
    return connections;
  }

  #closeIdle(): void {
    const before = performance.now() - idleMs;
    for (const [id, { underWay, usedAt }] of this.#bySubscription)
      if (underWay === 0 && usedAt < before) this.#drop(id);
  }

  /** What is under way ends first. */
  #drop(subscriptionId: string): void {
    const connections = this.#bySubscription.get(subscriptionId);
    this.#bySubscription.delete(subscriptionId);
    void connections?.pool.close();
  }
}
