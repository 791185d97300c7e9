import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Body } from './body.ts';
import { BrokenAnswer, isBrokenConnection, isUnreached, LateAnswer, TooManyRequests } from './failure.ts';
import type { ModuleProcess } from './module-process.ts';
import type { ModuleProcesses } from './module-processes.ts';

/** One request on its way to a module and its answer on the way back. */
export interface ForwardedRequest {
  readonly module: string;
  readonly method: string;
  readonly path: string;
  readonly headers: string[];
  readonly body: Body | null;
  readonly isStream: boolean;
  readonly response: ServerResponse;
  /** The head of the answer as the caller sees it. */
  readonly head: (status: number, headers: IncomingHttpHeaders) => string[];
  /** The answer is over; an error is told after its first byte, when the connection has been cut. */
  readonly ended: (status: number, error?: Error) => void;
  /** No byte was sent: the caller can still be told. */
  readonly failed: (error: Error) => void;
}

class CallerGone extends Error {}

type Controller = Dispatcher.DispatchController;

/** Nobody has more to say on the way to an answer. */
const mostHints = 16;
/** Beyond it, what went before the request was written counts against the time to the first byte. */
const soonMs = 250;

/** Carries bytes both ways, no faster than the slower side takes them. */
export class Forwarding implements Dispatcher.DispatchHandler {
  readonly #processes: ModuleProcesses;
  readonly #request: ForwardedRequest;
  /** Put together once: it is asked for again with the same. */
  #headers: string[] = [];
  #process: ModuleProcess | undefined;
  #controller: Controller | undefined;
  #began = 0;
  /** Runs only where undici's own clock would begin anew: after a slow connection, a retry, an early hint. */
  #firstByte: NodeJS.Timeout | undefined;
  #status = 0;
  /** The head as the module gave it, until the first byte behind it: so long the caller can be told of a fault. */
  #held: IncomingHttpHeaders | undefined;
  /** Bytes that the answer's length still promises; -1 when it says none. */
  #promised = -1;
  #over = false;
  #listensForDrain = false;
  readonly #asked: ModuleProcess[] = [];
  /** A read whose connection broke is sent once more; whether a write was carried out is not known. */
  #mayRepeat = false;
  #hints = 0;

  constructor(processes: ModuleProcesses, request: ForwardedRequest) {
    this.#processes = processes;
    this.#request = request;
  }

  begin(): void {
    const { module, body, method, response, headers } = this.#request;
    this.#headers = headers;
    this.#mayRepeat = body === null && method === 'GET';
    this.#began = performance.now();
    response.on('close', this.#callerGone);
    this.#send(this.#processes.pick(module));
  }

  #send(process: ModuleProcess): void {
    const { method, path, body, isStream } = this.#request;
    if (process.isFull && !isStream) {
      this.#finish(new TooManyRequests());
      return;
    }
    this.#asked.push(process);
    this.#process = process;
    this.#controller = undefined;
    if (!isStream) process.underWay += 1;
    process.pool.dispatch({ path, method, headers: this.#headers, body: toSend(body) }, this);
  }

  #release(): void {
    if (this.#process !== undefined && !this.#request.isStream) this.#process.underWay -= 1;
    this.#process = undefined;
  }

  /** Ends it from our side: the credential was revoked, or we stop. */
  cut(): void {
    if (this.#over) return;
    const { response } = this.#request;
    if (response.headersSent) response.destroy();
    else this.#controller?.abort(new CallerGone());
  }

  readonly #callerGone = (): void => {
    if (!this.#over) this.#controller?.abort(new CallerGone());
  };

  readonly #drained = (): void => {
    this.#controller?.resume();
  };

  /** Answers whether there is time left. */
  #limitFirstByte(): boolean {
    const left = this.#began + this.#processes.limits.firstByteMs - performance.now();
    if (left <= 0) return false;
    this.#firstByte ??= setTimeout(this.#late, left);
    return true;
  }

  readonly #late = (): void => {
    const error = new LateAnswer();
    if (this.#controller === undefined) this.#finish(error);
    else this.#controller.abort(error);
  };

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#over || this.#request.response.destroyed) controller.abort(new CallerGone());
    else if (performance.now() - this.#began > soonMs && !this.#limitFirstByte()) controller.abort(new LateAnswer());
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    // What is only on the way to an answer is not passed on, and buys no time.
    if (status < 200) {
      this.#hints += 1;
      if (this.#hints > mostHints) controller.abort(new BrokenAnswer('too many informational responses'));
      else if (!this.#limitFirstByte()) controller.abort(new LateAnswer());
      return;
    }
    const length = headers['content-length'];
    if (length !== undefined) this.#promised = Number(length);
    else if (headers['transfer-encoding'] !== 'chunked' && this.#hasBody(status)) {
      // Its end would be that of the connection, and a module that dies ends it just so.
      controller.abort(new BrokenAnswer('a response has neither a length nor chunks'));
      return;
    }
    this.#status = status;
    this.#held = headers;
    clearTimeout(this.#firstByte);
    if (!this.#request.isStream) return;
    this.#sendHead(headers);
    this.#request.response.flushHeaders();
  }

  #hasBody(status: number): boolean {
    return this.#request.method !== 'HEAD' && status !== 204 && status !== 304;
  }

  #sendHead(headers: IncomingHttpHeaders): void {
    this.#held = undefined;
    const { response, head } = this.#request;
    response.writeHead(this.#status, head(this.#status, headers));
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const { response } = this.#request;
    if (this.#held !== undefined) this.#sendHead(this.#held);
    if (this.#promised === chunk.length) {
      // The last of what was promised: its end goes with it.
      this.#promised = 0;
      response.end(chunk);
      return;
    }
    if (this.#promised > 0) this.#promised -= chunk.length;
    if (response.write(chunk)) return;
    controller.pause();
    if (this.#listensForDrain) return;
    this.#listensForDrain = true;
    response.on('drain', this.#drained);
  }

  onResponseEnd(): void {
    this.#release();
    if (this.#held !== undefined) this.#sendHead(this.#held);
    if (!this.#request.response.writableEnded) this.#request.response.end();
    this.#finish();
  }

  onResponseError(_controller: Controller, error: Error): void {
    const failed = this.#process;
    if (failed !== undefined && isUnreached(error)) failed.state = 'unreached';
    this.#release();
    const next = failed === undefined ? undefined : this.#nextAfter(error, failed);
    if (next === undefined) this.#finish(error);
    else this.#send(next);
  }

  /** Who is asked now, if anyone may be. */
  #nextAfter(error: Error, failed: ModuleProcess): ModuleProcess | undefined {
    const { module, body, response } = this.#request;
    if (this.#over || this.#status !== 0 || response.destroyed || !isBrokenConnection(error)) return undefined;
    const another = this.#processes.another(module, this.#asked);
    if (isUnreached(error)) {
      // Nothing was asked of anyone, so a write may go to another too, as long as its body is still here.
      const isWhole = body === null || Buffer.isBuffer(body);
      return isWhole && another !== undefined && this.#limitFirstByte() ? another : undefined;
    }
    if (!this.#mayRepeat || !this.#limitFirstByte()) return undefined;
    this.#mayRepeat = false;
    return another ?? failed;
  }

  #finish(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#firstByte);
    const { response, ended, failed } = this.#request;
    response.off('close', this.#callerGone);
    if (error === undefined) ended(this.#status);
    else if (!response.headersSent && !response.destroyed) failed(error);
    else {
      cutShort(response, this.#promised);
      ended(this.#status, error);
    }
  }
}

/** Never a complete-looking answer that is not one: to HTTP/1.0 the end of the connection would be the answer's. */
function cutShort(response: ServerResponse, promised: number): void {
  const { socket } = response;
  const endsWithConnection = promised === -1 && !response.chunkedEncoding;
  if (endsWithConnection && socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}

function toSend(body: Body | null): Buffer | Readable | null {
  return body === null || Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false });
}
