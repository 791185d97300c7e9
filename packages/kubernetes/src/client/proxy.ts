import { fieldOf, refusalOf } from './answer.ts';
import { Gathered } from './gathered.ts';
import type { Limit } from './limit.ts';
import { type Call, type Head, headOf, limitOf, nameOf, type Transport } from './request.ts';
import { cancel, isWhole } from './session.ts';
import { sizes } from './sizes.ts';
import { textWithin } from './utf8.ts';

export interface ProxyOptions {
  /** As long as for any other call unless told. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What an application said. */
export interface ProxiedAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first bytes, at most 4 KiB. */
  readonly body: string;
}

interface Target {
  readonly namespace: string;
  readonly service: string;
  readonly port: number | string;
  readonly path: string;
}

/** Asks the application behind a Service, through the API server. Whatever it answers is an answer; redirects are too. */
export async function proxiedAnswer(
  transport: Transport,
  target: Target,
  { timeoutMs, signal }: ProxyOptions = {},
): Promise<ProxiedAnswer> {
  const call: Call = { method: 'GET', path: proxyPath(target), accept: '*/*', signal };
  const next = 'check that the application answers, and how the API server reaches its pods';
  const limit = limitOf(transport, call, { milliseconds: timeoutMs, next });
  try {
    const head = await headOf(transport, call, limit);
    const contentType = head.headers['content-type'];
    const mayBeRefusal = head.status >= 400 && contentType?.startsWith('application/json') === true;
    const body = await firstOf(transport, head, mayBeRefusal ? sizes.small : sizes.shown, limit);
    // Time that is up while the body still comes does not undo the answer: some bodies never end.
    if (signal?.aborted === true) throw signal.reason;
    if (mayBeRefusal) throwRefusal(call, head, body);
    return { status: head.status, contentType, body: textWithin(body, sizes.shown) };
  } finally {
    limit.done();
  }
}

/** Dots are resolved here, against the root of the application: nobody in between may take them for a way out. */
function proxyPath({ namespace, service, port, path }: Target): string {
  if (!path.startsWith('/')) throw new Error(`the path ${JSON.stringify(path)} does not begin with a slash`);
  const { pathname, search } = new URL(`http://application${path}`);
  const name = `${encodeURIComponent(service)}:${encodeURIComponent(port)}`;
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/services/${name}/proxy${pathname}${search}`;
}

/**
 * The API server refuses with a Status object that repeats the number of the answer. Nothing else tells its words from
 * the application's: no header does, and every status can be either's. So an application that answers such an object
 * itself, as an API server would, is taken for one that was not reached. The other way round cannot happen: what was
 * refused is never taken for an answer of the application.
 */
function throwRefusal(call: Call, { status, headers }: Head, body: Buffer): void {
  let said: unknown;
  try {
    said = JSON.parse(body.toString('utf8'));
  } catch {
    return;
  }
  const is = (name: string, value: unknown) => fieldOf(said, name) === value;
  if (is('kind', 'Status') && is('apiVersion', 'v1') && is('status', 'Failure') && is('code', status))
    throw refusalOf(nameOf(call), status, said, headers);
}

/** The beginning of the body, as much as there is of it when it ends, is long enough, or is no longer waited for. */
function firstOf(transport: Transport, { stream, session }: Head, most: number, limit: Limit): Promise<Buffer> {
  const reading = transport.reading.begin(stream);
  const body = new Gathered();
  return new Promise<void>((resolve, reject) => {
    if (stream.destroyed) return isWhole(stream) ? resolve() : reject(session.whyBroken(stream));
    const off = limit.onEnd(() => resolve());
    stream.on('data', (chunk: Buffer) => {
      session.heard();
      body.add(chunk.subarray(0, most + 1 - body.length));
      reading.took(chunk.length);
      if (body.length > most) resolve();
    });
    stream.once('error', (error) => reject(session.whyBroken(stream, error)));
    stream.once('close', () => {
      off();
      if (isWhole(stream)) resolve();
      else reject(session.whyBroken(stream));
    });
    return undefined;
  })
    .then(() => body.take())
    .finally(() => {
      reading.end();
      cancel(stream);
    });
}
