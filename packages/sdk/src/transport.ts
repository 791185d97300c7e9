import { refusalOf } from './answer.ts';
import type { Credentials } from './credentials.ts';
import { ApiError, type Asked, ConnectionError } from './errors.ts';
import { Patience, unlessAborted, wait } from './patience.ts';
import { delayBefore } from './retry.ts';

/** How all calls of a client go out. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
  readonly retries: number;
  readonly maxRetryAfterMs: number;
  readonly timeoutMs: number;
}

export interface Call {
  readonly asked: Asked;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | URLSearchParams | undefined;
  /** Doing it twice is as good as once. */
  readonly repeatable: boolean;
  readonly retries: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** An answer that has begun. Whoever has it reads it to its end or ends its patience. */
export interface Opened {
  readonly response: Response;
  readonly patience: Patience;
}

/** Makes the call, again where that is right, until `read` has what it wants of a success. */
export async function send<T>(transport: Transport, call: Call, read: (opened: Opened) => Promise<T>): Promise<T> {
  const { credentials, maxRetryAfterMs } = transport;
  const { asked, repeatable, signal, retries = transport.retries } = call;
  let mayRenew = true;
  for (let tries = 1; ; ) {
    const token = await unlessAborted(credentials.token(), signal);
    try {
      return await read(await open(transport, call, token));
    } catch (error) {
      signal?.throwIfAborted();
      if (mayRenew && error instanceof ApiError && error.status === 401 && credentials.refused(token)) {
        mayRenew = false;
        continue;
      }
      const delay = tries > retries ? undefined : delayBefore(error, { repeatable, tries, maxRetryAfterMs });
      if (delay === undefined)
        throw error instanceof ApiError
          ? error
          : new ConnectionError(error, asked, { address: transport.base, tries, repeatable });
      await wait(delay, signal);
      tries += 1;
    }
  }
}

async function open({ fetch, base, timeoutMs }: Transport, call: Call, token: string | undefined): Promise<Opened> {
  const { asked, target, body, signal } = call;
  const headers = new Headers(call.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const patience = new Patience(timeoutMs, signal);
  try {
    const response = await patience.during(
      fetch(base + target, {
        method: asked.method,
        headers,
        // The API sends nobody elsewhere; a followed POST would arrive as a GET.
        redirect: 'manual',
        signal: patience.signal,
        ...(body === undefined ? {} : { body }),
      }),
    );
    if (response.ok) return { response, patience };
    const { status } = response;
    throw refusalOf({ status, headers: response.headers, text: await textOf({ response, patience }) }, asked);
  } catch (error) {
    patience.end();
    throw error;
  }
}

export async function textOf(opened: Opened): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of bytesOf(opened)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

export async function* bytesOf({ response, patience }: Opened): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      const { done, value } = await patience.during(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Who stops reading does not want the rest: the connection is closed.
    await reader?.cancel().catch(() => undefined);
    patience.end();
  }
}
