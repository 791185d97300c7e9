import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Type } from 'typebox';
import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';

/**
 * Server-sent events. A source yields a snapshot first (or, resumed, what came after the id it was
 * given), then what happens, and ends after its terminal event. A stream that closes without one
 * was interrupted: the client resumes it with the last id it saw.
 */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface StreamOptions {
  readonly heartbeatMs: number;
  /** Ends the stream where it is; the source should be made with the same signal. */
  readonly signal: AbortSignal;
}

export const streamHeartbeatMs = 15_000;
/** A reader that takes nothing for this many heartbeats is cut; it can resume. */
const patience = 4;
/** How long the last bytes may take once the signal has ended the stream. */
const partingMs = 1_000;

const idPattern = /^[\x21-\x7e]{1,1000}$/;
const eventPattern = /^[\w.-]{1,100}$/;

/** What every stream's query takes. */
export const streamParameters = {
  after: Type.Optional(
    Type.String({ description: 'Resume after the event with this id; the header Last-Event-ID takes precedence' }),
  ),
};

/** The id to resume after. A browser reconnects to its old address and puts the newer id into the header. */
export function resumeAfter(headers: IncomingHttpHeaders, after: string | undefined): string | undefined {
  const header = headers['last-event-id'];
  const id = typeof header === 'string' && header !== '' ? header : after;
  if (id !== undefined && !idPattern.test(id))
    refuse('invalid_request', {
      message: 'Last-Event-ID and after must be the id of an event this stream sent earlier.',
    });
  return id;
}

/**
 * Sends events until the source ends, the client is gone or the signal aborts, and then ends the
 * source. Nothing is sent before the first event is there: what the source refuses until then
 * rejects and can be answered like any other refusal (`raw.headersSent` tells which).
 */
export async function sendStream(
  raw: ServerResponse,
  events: AsyncIterable<StreamEvent>,
  { heartbeatMs, signal }: StreamOptions,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  // No AbortSignal.any: it would stay with a signal that outlives many streams.
  signal.addEventListener('abort', end);
  raw.once('close', end);
  if (signal.aborted || raw.closed) end();

  const source = events[Symbol.asyncIterator]();
  let heart: NodeJS.Timeout | undefined;
  try {
    let step = await nextOf(source, over.signal);
    if (step === undefined) {
      if (!raw.closed) refuseEnding();
      return;
    }
    if (step.done === true) {
      // To a browser 204 says: over, do not reconnect.
      raw.writeHead(204).end();
      return;
    }
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      // So that a stream's end is the connection's, and a process that stops waits for none.
      connection: 'close',
    });
    heart = setInterval(() => {
      if (!raw.closed && !raw.writableNeedDrain) raw.write(':\n\n');
    }, heartbeatMs);
    while (step !== undefined && step.done !== true) {
      if (!raw.write(textOf(step.value))) await drained(raw, over.signal, patience * heartbeatMs);
      step = await nextOf(source, over.signal);
    }
    clearInterval(heart);
    await finish(raw, over.signal, patience * heartbeatMs);
  } catch (error) {
    if (raw.headersSent) raw.destroy();
    throw error;
  } finally {
    clearInterval(heart);
    signal.removeEventListener('abort', end);
    raw.off('close', end);
    const ended = source.return?.();
    // While nothing was sent a refusal is on its way, and does not wait for a source that does not listen.
    if (raw.headersSent || raw.closed) await ended;
    else ended?.catch(() => undefined);
  }
}

function textOf({ id, event, data }: StreamEvent): string {
  if (!idPattern.test(id) || !eventPattern.test(event))
    throw new Error('a stream event needs an id and a name that each fit on one line and in a header');
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data ?? null)}\n\n`;
}

/** The source's next step; undefined when the stream is over, at once and whatever the source is waiting for. */
async function nextOf(
  source: AsyncIterator<StreamEvent>,
  over: AbortSignal,
): Promise<IteratorResult<StreamEvent> | undefined> {
  if (over.aborted) return undefined;
  try {
    const step = await unlessAborted(source.next(), over);
    return over.aborted ? undefined : step;
  } catch (error) {
    // A source that waits with the signal is thrown out of its wait by it.
    if (over.aborted) return undefined;
    throw error;
  }
}

/** Promise.race would leave a reaction with the signal's promise for every event of a long stream. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const aborted = () => resolve(undefined);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

async function drained(raw: ServerResponse, over: AbortSignal, limitMs: number): Promise<void> {
  const stalled = setTimeout(() => raw.destroy(), limitMs);
  await unlessAborted(new Promise((resolve) => raw.once('drain', resolve)), over);
  clearTimeout(stalled);
}

/** Lets what was written arrive, but does not wait for ever for a reader that has stopped reading. */
async function finish(raw: ServerResponse, over: AbortSignal, limitMs: number): Promise<void> {
  if (raw.closed) return;
  const closed = new Promise((resolve) => raw.once('close', resolve));
  const late = setTimeout(() => raw.destroy(), limitMs);
  raw.end();
  await unlessAborted(closed, over);
  const tooLate = setTimeout(() => raw.destroy(), partingMs);
  await closed;
  clearTimeout(late);
  clearTimeout(tooLate);
}

function refuseEnding(): never {
  return refuse('unavailable', {
    message: 'This server is shutting down. Connect again.',
    headers: { 'retry-after': '1' },
  });
}

export const mostStreams = 20;
const retryAfterSeconds = 5;

type OpenStream = AbortController & { readonly principal?: Principal };

/** The streams that this process has open, by credential. */
export class OpenStreams {
  readonly #limit: number;
  readonly #open = new Map<string, Set<OpenStream>>();
  readonly #allClosed = Promise.withResolvers<void>();
  #ended = false;

  constructor(limit = mostStreams) {
    this.#limit = limit;
  }

  /** Takes a place until the response closes. The signal is for the source and for `sendStream`. */
  take(who: Principal | string, raw: ServerResponse): AbortSignal {
    const credentialId = typeof who === 'string' ? who : who.credentialId;
    if (this.#ended) refuseEnding();
    if (raw.closed) return AbortSignal.abort();
    const streams = this.#open.get(credentialId) ?? new Set();
    if (streams.size >= this.#limit) {
      refuse('rate_limited', {
        message: `This credential already has ${this.#limit} streams open, which is the limit. Close one first.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
    }
    const stream: OpenStream = Object.assign(new AbortController(), typeof who === 'string' ? {} : { principal: who });
    this.#open.set(credentialId, streams.add(stream));
    raw.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.#open.get(credentialId) === streams) this.#open.delete(credentialId);
      stream.abort();
      if (this.#ended) this.#resolveIfEmpty();
    });
    return stream.signal;
  }

  /** Ends the streams of those who have lost their power. */
  cutWhere(lost: (principal: Principal) => boolean): void {
    for (const streams of this.#open.values())
      for (const stream of streams) if (stream.principal !== undefined && lost(stream.principal)) stream.abort();
  }

  /** The process stops: ends all of them, takes no more, and resolves when the last has closed. */
  end(): Promise<void> {
    this.#ended = true;
    for (const streams of this.#open.values()) for (const stream of streams) stream.abort();
    this.#resolveIfEmpty();
    return this.#allClosed.promise;
  }

  #resolveIfEmpty(): void {
    if (this.#open.size === 0) this.#allClosed.resolve();
  }
}
