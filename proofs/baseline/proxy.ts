import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';

/**
 * The least that can be called a proxy: node:http before one undici Pool, by `dispatch`. No routes, no callers, no
 * budgets; hop-by-hop headers go, back-pressure is kept both ways, an answer that breaks is cut.
 */
const [upstream = '', port = '0'] = process.argv.slice(2);
const pool = new Pool(upstream, { pipelining: 1, headersTimeout: 30_000, bodyTimeout: 60_000 });

const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'te', 'trailer', 'upgrade']);

class Relay implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  #controller: Dispatcher.DispatchController | undefined;
  #promised = -1;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('close', () => this.#controller?.abort(new Error('the caller has gone')));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const head: string[] = [];
    for (const name in headers) {
      const value = headers[name];
      if (ofTheConnection.has(name) || name === 'date' || value === undefined) continue;
      if (typeof value === 'string') head.push(name, value);
      else for (const one of value) head.push(name, one);
    }
    this.#promised = Number(headers['content-length'] ?? -1);
    this.#response.writeHead(status, head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#promised === chunk.length) this.#response.end(chunk);
    else if (!this.#response.write(chunk)) {
      this.#promised -= chunk.length;
      controller.pause();
      this.#response.once('drain', () => controller.resume());
    } else this.#promised -= chunk.length;
  }

  onResponseEnd(): void {
    this.#controller = undefined;
    if (!this.#response.writableEnded) this.#response.end();
  }

  onResponseError(): void {
    this.#controller = undefined;
    if (this.#response.headersSent) this.#response.destroy();
    else this.#response.writeHead(502).end();
  }
}

const server = createServer((request, response) => {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const headers: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!ofTheConnection.has(name)) headers.push(name, rawHeaders[index + 1] ?? '');
  }
  const body = method === 'GET' || method === 'HEAD' ? null : request;
  pool.dispatch({ path: url, method, headers, body }, new Relay(response));
});
server.listen(Number(port), '127.0.0.1');
