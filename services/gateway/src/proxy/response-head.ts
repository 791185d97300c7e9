import type { IncomingHttpHeaders } from 'node:http';

/** Of the connection to the module, or said by us. */
const ours = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'date',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-oauth-scopes',
  'x-accepted-oauth-scopes',
  'x-wheelhouse-version',
]);

/** Adds a module's headers to ours: names and values in turn. */
export function addAnswerHeaders(head: string[], headers: IncomingHttpHeaders): void {
  const { connection } = headers;
  const isUsual = connection === undefined || connection === 'keep-alive' || connection === 'close';
  const named = isUsual ? undefined : namedIn(connection);
  for (const name in headers) {
    if (ours.has(name) || named?.has(name) === true) continue;
    const value = headers[name];
    if (typeof value === 'string') head.push(name, value);
    else for (const one of value ?? []) head.push(name, one);
  }
}

/** `Connection: x` says that x is for this connection only. */
function namedIn(connection: string): ReadonlySet<string> {
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
