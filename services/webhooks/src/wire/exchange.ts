import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, errors } from 'undici';
import type { AttemptResponse, AttemptTimings } from './attempt.ts';
import { bodyCap, responseOf } from './answer.ts';
import { type Dial, phaseWords } from './dial.ts';
import type { Connections } from './pools.ts';
import { codeOf } from './resolve.ts';
import { SendFailed } from './send-failed.ts';

export interface Limits {
  /** From the start to the head of the answer: name, connection, TLS and waiting together. */
  readonly answerMs: number;
  /** For the body behind it. */
  readonly bodyMs: number;
}

/** What came of one request: an answer, or the reason why there is none. */
export interface Exchanged {
  readonly status: number | null;
  readonly failed: SendFailed | null;
  /** Their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly response: AttemptResponse | null;
  readonly timings: AttemptTimings;
}

type Controller = Dispatcher.DispatchController;

/** We have what we wanted of it. */
class Enough extends Error {}

/** One request and its answer, held to its time. Once the status is there, nothing behind it changes the outcome. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #connections: Connections;
  readonly #limits: Limits;
  readonly #done: (exchanged: Exchanged) => void;
  readonly #began = performance.now();
  #timer: NodeJS.Timeout;
  #controller: Controller | undefined;
  #dial: Dial | undefined;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #answeredMs: number | null = null;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isOver = false;

  constructor(connections: Connections, limits: Limits, done: (exchanged: Exchanged) => void) {
    this.#connections = connections;
    this.#limits = limits;
    this.#done = done;
    this.#timer = setTimeout(this.#late, limits.answerMs);
  }

  begin(headers: string[], body: string): void {
    const { pool, path } = this.#connections;
    pool.dispatch({ method: 'POST', path, headers, body }, this);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    this.#dial = this.#connections.justDialed;
    // It came too late to be sent.
    if (this.#isOver) controller.abort(new Enough());
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    // What is only on the way to an answer buys no time.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#answeredMs = performance.now() - this.#began;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#late, this.#limits.bodyMs);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > bodyCap) this.#end(null, true);
  }

  onResponseEnd(): void {
    this.#end(null, false);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#end(this.#status === null ? failureOf(error) : null, true);
  }

  readonly #late = (): void => {
    const phase = this.#controller === undefined ? this.#connections.dialing?.phase : 'open';
    this.#end(this.#status === null ? new SendFailed('timed_out', phaseWords[phase ?? 'resolving']) : null, true);
  };

  #end(failed: SendFailed | null, isCut: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const { dialing } = this.#connections;
    // Of an attempt that was never sent the connection tells that did not come about.
    const dial = this.#dial ?? (this.#controller === undefined ? dialing : undefined);
    this.#done({
      status: this.#status,
      failed,
      headers: this.#headers,
      response: this.#status === null ? null : responseOf(this.#headers, this.#chunks, isCut),
      timings: {
        dns_ms: rounded(dial?.dnsMs),
        connect_ms: rounded(dial?.connectMs),
        tls_ms: rounded(dial?.tlsMs),
        answered_ms: rounded(this.#answeredMs),
        total_ms: Math.round(performance.now() - this.#began),
      },
    });
    if (isCut) this.#controller?.abort(new Enough());
  }
}

function failureOf(error: Error): SendFailed {
  if (error instanceof SendFailed) return error;
  const code = codeOf(error);
  if (error instanceof errors.HTTPParserError) return new SendFailed('not_http', null);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new SendFailed('not_http', 'its headers are too long');
  // With TLS 1.3 a server refuses who has no certificate only after the handshake.
  if (code.startsWith('ERR_SSL_')) return new SendFailed('tls_failed', code);
  return new SendFailed('connection_lost', code === 'ECONNRESET' ? 'it was reset' : null);
}

function rounded(milliseconds: number | null | undefined): number | null {
  return milliseconds === null || milliseconds === undefined ? null : Math.round(milliseconds);
}
