import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { refusalOf } from './answer.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { ClusterUnreachable } from './errors.ts';
import { Gathered } from './gathered.ts';
import { Limit } from './limit.ts';
import type { ObserveWrite } from './options.ts';
import type { BeingRead, Reading } from './reading.ts';
import { cancel, isWhole, NotTaken, type Session } from './session.ts';
import { hasTooManyValues, sizes } from './sizes.ts';

/** How all calls of a client go out. */
export interface Transport {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly userAgent: string;
  readonly observeWrite: ObserveWrite;
  /** What stands before every path; mostly nothing. */
  readonly basePath: string;
  readonly requestTimeoutMs: number;
  readonly reading: Reading;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** Of the body; JSON unless told, of a PATCH a merge patch. */
  readonly type?: 'application/apply-patch+yaml' | 'application/json-patch+json';
  /** JSON unless told. */
  readonly accept?: string;
  /** The answer goes on for as long as the server likes: once it has begun there is no limit. */
  readonly isEndless?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that succeeded, of which nothing but the head has been read. */
export interface Reply {
  readonly stream: ClientHttp2Stream;
  readonly session: Session;
}

/** An answer of any status, of which nothing but the head has been read. */
export interface Head extends Reply {
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
}

export async function ask<T>(transport: Transport, call: Call, longest: number = sizes.object): Promise<T> {
  const limit = limitOf(transport, call);
  let reading: BeingRead | undefined;
  try {
    const reply = await begin(transport, call, limit);
    reading = transport.reading.begin(reply.stream);
    const body = await bodyOf(reply, call, longest, limit, reading);
    if (hasTooManyValues(body)) throw tooLarge(call, 'contains more values than can be parsed');
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(call) : error;
  } finally {
    reading?.end();
    limit.done();
  }
}

interface Lateness {
  readonly milliseconds?: number | undefined;
  readonly next?: string;
}

export function limitOf(
  { requestTimeoutMs }: Transport,
  call: Call,
  { milliseconds = requestTimeoutMs, next = 'check the API server; a change may have been made' }: Lateness = {},
): Limit {
  const text = `${nameOf(call)} got no response within ${milliseconds / 1000} s. Next step: ${next}`;
  return new Limit(milliseconds, () => new ClusterUnreachable('timeout', text), call.signal);
}

/** Sends the call and waits for the head of its answer; whatever is no success is thrown. */
export async function begin(transport: Transport, call: Call, limit: Limit): Promise<Reply> {
  const head = await headOf(transport, call, limit);
  if (head.status >= 200 && head.status <= 299) return head;
  throw await refusal(head, call, limit);
}

/** The same, whatever the answer is. A credential that is refused is read again, once. */
export async function headOf(transport: Transport, call: Call, limit: Limit): Promise<Head> {
  const token = await limit.within(transport.credentials.token());
  let head = await sendOnce(transport, call, token, limit);
  if (head.status === 401) {
    const newer = await limit.within(transport.credentials.after(token));
    if (newer !== token) {
      cancel(head.stream);
      head = await sendOnce(transport, call, newer, limit);
    }
  }
  return head;
}

/** A server gives a connection up for every credential it refuses, with all that others have just begun on it. */
const mostConnections = 10;

/** A server that takes no more requests on a connection gets it on the next one. */
async function sendOnce(transport: Transport, call: Call, token: string | undefined, limit: Limit): Promise<Head> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send(transport, call, token, limit);
    } catch (error) {
      if (!(error instanceof NotTaken) || tried === mostConnections) throw error;
    }
  }
}

async function send(transport: Transport, call: Call, token: string | undefined, limit: Limit): Promise<Head> {
  const isEndless = call.isEndless === true;
  const session = await limit.within(transport.connection.session(isEndless));
  const body = call.body === undefined ? undefined : Buffer.from(JSON.stringify(call.body));
  const stream = session.send(
    {
      ':method': call.method,
      ':path': `${transport.basePath}${call.path}${textOf(call.query)}`,
      accept: call.accept ?? 'application/json',
      'user-agent': transport.userAgent,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': typeOf(call), 'content-length': body.length }),
    },
    { body, isEndless },
  );
  return new Promise((resolve, reject) => {
    const off = limit.onEnd(() => {
      reject(limit.reason);
      cancel(stream);
    });
    stream.once('response', (headers) => {
      session.heard();
      off();
      resolve({ stream, session, headers, status: headers[':status'] ?? 0 });
    });
    stream.once('error', (error) => reject(session.whyBroken(stream, error)));
    stream.once('close', () => {
      off();
      reject(session.whyBroken(stream));
    });
  });
}

/** The whole body. More than the limit is not an answer that anybody waits for. */
function bodyOf(
  { stream, session }: Reply,
  call: Call,
  longest: number,
  limit: Limit,
  reading?: BeingRead,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (stream.destroyed) return reject(session.whyBroken(stream));
    const body = new Gathered();
    const off = limit.onEnd(() => {
      reject(limit.reason);
      cancel(stream);
    });
    stream.on('data', (chunk: Buffer) => {
      session.heard();
      body.add(chunk);
      reading?.took(chunk.length);
      if (body.length <= longest) return;
      reject(tooLarge(call, `is larger than ${longest} bytes`));
      cancel(stream);
    });
    stream.once('error', (error) => reject(session.whyBroken(stream, error)));
    stream.once('close', () => {
      off();
      if (isWhole(stream)) resolve(body.take());
      else reject(session.whyBroken(stream));
    });
    return undefined;
  });
}

function tooLarge(call: Call, why: string): ClusterUnreachable {
  const next = 'check that the address is that of a Kubernetes API server';
  return new ClusterUnreachable('too_large', `The response to ${nameOf(call)} ${why}. Next step: ${next}`);
}

function notJson(call: Call): ClusterUnreachable {
  return new ClusterUnreachable(
    'protocol',
    `The response to ${nameOf(call)} is not JSON. Next step: check that the address is that of a Kubernetes API server`,
  );
}

async function refusal(head: Head, call: Call, limit: Limit): Promise<Error> {
  const body = await bodyOf(head, call, sizes.small, limit).catch(() => Buffer.alloc(0));
  if (limit.reason !== undefined) throw limit.reason;
  let status: unknown;
  try {
    status = JSON.parse(body.toString('utf8'));
  } catch {
    // Not from Kubernetes itself; the number has to do.
  }
  return refusalOf(nameOf(call), head.status, status, head.headers);
}

export function nameOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function typeOf({ method, type }: Call): string {
  return type ?? (method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
}

function textOf(query: Query = {}): string {
  const text = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}
