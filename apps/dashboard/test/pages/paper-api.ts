import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { OperationAt, Paths, PathsWith } from '@wheelhouse/sdk';
import { freePort } from '@wheelhouse/testkit';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Success<Operation> = Operation extends { readonly answers: infer ByStatus } ? ByStatus[keyof ByStatus] : never;

/** A call as it came. */
export interface Call {
  readonly method: string;
  /** Below /api, without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

type Told = readonly [event: string, data: unknown];

type Handler = (call: Call, response: ServerResponse) => void | Promise<void>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The dashboard as it is built, and an API that answers what a test says. What no test said is noted, and refused. */
export class PaperApi {
  readonly origin: string;
  readonly calls: Call[] = [];
  readonly unexpected: string[] = [];
  readonly #server: Server;
  readonly #folder: string;
  readonly #handlers = new Map<string, Handler>();

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.origin = `http://127.0.0.1:${port}`;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.listen(port, '127.0.0.1');
  }

  static async open(folder: string): Promise<PaperApi> {
    return new PaperApi(folder, await freePort());
  }

  /** Answers 200 with what the published operation answers. */
  answers<M extends Method, Path extends PathsWith<Paths, M>>(
    method: M,
    path: Path,
    data: Success<OperationAt<Paths, M, Path>> | ((call: Call) => Success<OperationAt<Paths, M, Path>>),
  ): this {
    return this.#on(method, path, (call, response) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no answer of the API is a function
      send(response, 200, typeof data === 'function' ? (data as (call: Call) => unknown)(call) : data);
    });
  }

  list<Path extends PathsWith<Paths, 'GET'>>(
    path: Path,
    rows: Success<OperationAt<Paths, 'GET', Path>> extends { readonly data: infer Rows } ? Rows : never,
  ): this {
    const { length } = rows as unknown as readonly unknown[];
    return this.#on('GET', path, (_call, response) =>
      send(response, 200, { data: rows, next_cursor: null, total: length }),
    );
  }

  refuses(method: Method, path: keyof Paths, refused: Refused): this {
    return this.#on(method, path, (_call, response) => refuse(response, refused));
  }

  /** One event, and a stream that stays open. */
  streams(path: string, event: string, data: unknown): this {
    return this.tells(path, [[event, data]]);
  }

  /** Events, and a stream that stays open; `later` says more in it. */
  tells(path: string, events: readonly Told[], later?: (tell: (...told: Told) => void) => void): this {
    return this.#on('GET', path, (_call, response) => {
      let id = 0;
      const tell = (event: string, data: unknown) => {
        id += 1;
        response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const [event, data] of events) tell(event, data);
      later?.(tell);
    });
  }

  /** As it was before any test. */
  forget(): void {
    this.#handlers.clear();
    this.calls.length = 0;
    this.unexpected.length = 0;
  }

  called(method: Method, path: keyof Paths): readonly Call[] {
    const shape = shapeOf(path);
    return this.calls.filter((call) => call.method === method && shape.test(call.path));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #on(method: string, path: string, handler: Handler): this {
    this.#handlers.set(`${method} ${path}`, handler);
    return this;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    if (!pathname.startsWith('/api/')) return this.#file(pathname, response);
    const text = await new Response(request as never).text();
    const call: Call = {
      method: request.method ?? '',
      path: pathname.slice('/api'.length),
      query: Object.fromEntries(searchParams),
      body: text === '' ? undefined : JSON.parse(text),
      headers: request.headers,
    };
    this.calls.push(call);
    // The most exact first: /actions/pending is no action of the name "pending".
    const known = [...this.#handlers].toSorted(([a], [b]) => holes(a) - holes(b));
    const found = known.find(([name]) => {
      const [method = '', path = ''] = name.split(' ');
      return method === call.method && shapeOf(path).test(call.path);
    });
    if (found !== undefined) return found[1](call, response);
    this.unexpected.push(`${call.method} ${call.path}`);
    refuse(response, { status: 404, code: 'not_found', message: 'no test said what to answer' });
    return undefined;
  }

  async #file(pathname: string, response: ServerResponse): Promise<void> {
    const name = extname(pathname) === '' ? '/index.html' : pathname;
    const bytes = await readFile(join(this.#folder, name)).catch(() => undefined);
    if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(bytes);
  }
}

const holes = (path: string) => path.split('{').length;

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1' });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, { status, code, message, details, headers }: Refused): void {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  send(response, status, { error: { code, message, request_id: 'request-1', ...(details && { details }) } });
}
