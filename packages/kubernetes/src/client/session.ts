import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { codeOf } from './dial.ts';
import { ClusterUnreachable } from './errors.ts';

const { NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_CANCEL } = constants;

const mebibyte = 1024 * 1024;
/** What a server may send of an answer that nobody reads on. */
const unread = mebibyte / 8;
const settings = { enablePush: false, initialWindowSize: unread };
const idleMs = 30_000;
/** API servers take a hundred requests at a time on a connection; those beyond that wait for one to end. */
const mostEndless = 60;

/** Nothing of the request was looked at: it may be sent again, whatever it asks for. */
export class NotTaken extends ClusterUnreachable {
  constructor(message: string) {
    super('connection_lost', message);
  }
}

interface Sent {
  readonly body: Buffer | undefined;
  readonly isEndless: boolean;
}

interface Pings {
  readonly everyMs: number;
  readonly timeoutMs: number;
}

/** One HTTP/2 connection. A ping tells within seconds that it is dead, also when the other side has merely fallen silent. */
export class Session {
  readonly #http2: ClientHttp2Session;
  readonly #socket: TLSSocket;
  readonly #pings: Pings;
  readonly #shown: string;
  readonly #beat: NodeJS.Timeout;
  #streams = 0;
  #endless = 0;
  #usedAt = performance.now();
  #heard = performance.now();
  #heardAt = Date.now();
  #awaiting: NodeJS.Timeout | undefined;
  #failure: ClusterUnreachable | undefined;

  constructor(socket: TLSSocket, server: URL, pings: Pings) {
    this.#pings = pings;
    this.#socket = socket;
    this.#shown = server.host;
    this.#http2 = connect(server.origin, { createConnection: () => socket, settings, maxSessionMemory: 256 });
    this.#http2.once('connect', () => this.#http2.setLocalWindowSize(16 * mebibyte));
    this.#http2.on('error', (error) => {
      this.#failure ??= this.#lost(error);
    });
    socket.once('close', () => this.#end());
    this.#beat = setInterval(() => this.#tick(), pings.everyMs).unref();
  }

  /** May new requests go over it? */
  get isOpen(): boolean {
    return !this.#http2.closed && !this.#http2.destroyed;
  }

  get isOver(): boolean {
    return this.#http2.destroyed;
  }

  /** May more come that never end, and leave room for those that do? */
  get takesEndless(): boolean {
    return this.#endless < mostEndless;
  }

  get isUsed(): boolean {
    return this.#streams > 0;
  }

  /** Epoch milliseconds of the last byte or ping answer; stays as it is when the connection is over. */
  readonly heardAt = (): number => this.#heardAt;

  readonly heard = (): void => {
    this.#heard = performance.now();
    this.#heardAt = Date.now();
  };

  send(headers: OutgoingHttpHeaders, { body, isEndless }: Sent): ClientHttp2Stream {
    if (isEndless && !this.takesEndless) throw new NotTaken('the connection has just been filled');
    const stream = this.#request(headers, body === undefined);
    this.#streams += 1;
    if (isEndless) this.#endless += 1;
    stream.once('close', () => {
      this.#streams -= 1;
      if (isEndless) this.#endless -= 1;
      this.#usedAt = performance.now();
    });
    stream.on('error', () => undefined);
    if (body !== undefined) stream.end(body);
    // It may have died unnoticed since it was last used.
    if (performance.now() - this.#heard > this.#pings.everyMs) this.#ping();
    return stream;
  }

  /** Why a stream of this connection came to no end. */
  whyBroken(stream: ClientHttp2Stream, error?: unknown): Error {
    if (this.#failure !== undefined) return this.#failure;
    if (stream.rstCode === NGHTTP2_REFUSED_STREAM)
      return new NotTaken(`${this.#shown} accepts no more requests on this connection`);
    return this.#lost(error);
  }

  /** Everything under way fails with this. */
  async destroy(failure: ClusterUnreachable): Promise<void> {
    this.#failure ??= failure;
    this.#http2.destroy(failure);
    // It would wait for what it has written to arrive, and for the other side to hang up: a dead one does neither.
    this.#socket.destroy();
    await new Promise<void>((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve());
    });
  }

  #request(headers: OutgoingHttpHeaders, endStream: boolean): ClientHttp2Stream {
    try {
      return this.#http2.request(headers, { endStream });
    } catch (error) {
      if (!this.isOpen) throw new NotTaken('the connection was just closed');
      throw error;
    }
  }

  #tick(): void {
    if (this.#http2.destroyed) this.#socket.destroy();
    else if (this.#streams === 0 && performance.now() - this.#usedAt > idleMs) void this.destroy(this.#lost());
    else this.#ping();
  }

  #ping(): void {
    if (this.#awaiting !== undefined || this.#http2.destroyed) return;
    this.#awaitAnswer(performance.now(), this.#pings.timeoutMs);
    this.#http2.ping((error) => {
      clearTimeout(this.#awaiting);
      this.#awaiting = undefined;
      if (error === null) this.heard();
    });
  }

  /** Whatever comes is a sign of life: on a slow way the answer stands in line behind a long list. */
  #awaitAnswer(sent: number, limitMs: number): void {
    const judge = () => {
      if (this.#awaiting !== timer) return;
      const left = this.#pings.timeoutMs - (performance.now() - Math.max(this.#heard, sent));
      if (left > 0) this.#awaitAnswer(sent, left);
      else void this.destroy(this.#silent());
    };
    // If it was our process that stood still, the answer is waiting to be read: that happens before an immediate.
    const timer = setTimeout(() => setImmediate(judge), limitMs).unref();
    this.#awaiting = timer;
  }

  #silent(): ClusterUnreachable {
    const seconds = this.#pings.timeoutMs / 1000;
    return new ClusterUnreachable(
      'timeout',
      `The connection to ${this.#shown} is dead: no response to a ping within ${seconds} s. Next step: if this persists, check the API server and the network in between`,
    );
  }

  #lost(error?: unknown): ClusterUnreachable {
    const why = error instanceof Error ? ` (${error.message})` : '';
    const code = codeOf(error).startsWith('ERR_SSL') ? 'tls_failed' : 'connection_lost';
    return new ClusterUnreachable(
      code,
      `The connection to ${this.#shown} was lost before the response was complete${why}. Next step: try again; a change may have been made`,
      error,
    );
  }

  #end(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#awaiting);
    this.#awaiting = undefined;
  }
}

/** Lets go of a stream that nobody reads any more, and tells the server. */
export function cancel(stream: ClientHttp2Stream): void {
  stream.close(NGHTTP2_CANCEL);
  stream.destroy();
}

/** A stream that was cut off also comes to an `end`; only its code tells the difference. */
export function isWhole(stream: ClientHttp2Stream): boolean {
  return stream.readableEnded && !stream.aborted && stream.rstCode === NGHTTP2_NO_ERROR;
}
