import { pairsOf, pathOf, queryOf, type Values } from './address.ts';
import type { Method } from './operations.ts';
import type { PostOptions } from './options.ts';
import type { Call, Transport } from './transport.ts';

/** The options of any call, before types say which of them it takes. */
export interface AnyOptions extends PostOptions {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  readonly form?: Values | null;
}

export function callOf(transport: Transport, method: Method, path: string, options: AnyOptions): Call {
  const { params, query, form, body, ifMatch, signal, retries } = options;
  // A form asks for a token: that changes nothing and is exempt from keys.
  const keyed = method === 'POST' && form === undefined;
  const idempotencyKey = keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const headers = new Headers({ accept: 'application/json', ...transport.headers });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  const filled = pathOf(path, params);
  return {
    asked: { method, path: filled, idempotencyKey },
    target: filled + queryOf(query),
    headers,
    body: bodyOf(body, form),
    repeatable: method !== 'PATCH',
    retries,
    signal,
  };
}

function bodyOf(body: unknown, form: AnyOptions['form']): Call['body'] {
  if (form !== undefined) return pairsOf(form ?? {});
  return body === undefined ? undefined : JSON.stringify(body);
}
