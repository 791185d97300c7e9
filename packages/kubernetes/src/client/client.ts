import type { ClusterAccess } from '../access/access.ts';
import { Connection } from './connection.ts';
import { Credentials } from './credentials.ts';
import { type ListOptions, type ListPage, pagesOf } from './list.ts';
import { type LogOptions, logLinesOf } from './logs.ts';
import type { ClusterClientOptions } from './options.ts';
import { type ProxiedAnswer, type ProxyOptions, proxiedAnswer } from './proxy.ts';
import { Reading } from './reading.ts';
import { ask, type Call, type Query, type Transport } from './request.ts';
import { type Right, rightsOf } from './rights.ts';
import { sizes } from './sizes.ts';
import { eventsOf, type WatchEvent, type WatchOptions } from './watch.ts';
import { type Identity, identityOf } from './who-am-i.ts';
import { writeName } from './write-name.ts';
import {
  type ApplyOptions,
  deleteOptions,
  type JsonPatchOperation,
  type RemoveOptions,
  type WriteOptions,
  writeQuery,
} from './write-options.ts';

/** Calls of one cluster, all over one connection. They throw KubernetesError when refused, ClusterUnreachable without an answer. */
export interface ClusterClient {
  readonly get: <T>(path: string, query?: Query, signal?: AbortSignal) => Promise<T>;
  /** A list of an API that knows no pages. */
  readonly getAll: <T>(path: string, signal?: AbortSignal) => Promise<readonly T[]>;
  /** Page by page, all of the same moment. */
  readonly list: <T>(path: string, options?: ListOptions) => AsyncGenerator<ListPage<T>>;
  readonly create: <T>(path: string, body: unknown, options?: WriteOptions) => Promise<T>;
  /** A JSON merge patch. */
  readonly patch: <T>(path: string, mergePatch: unknown, options?: WriteOptions) => Promise<T>;
  /**
   * Server-side apply: the object has these fields, and of those that this manager set before no others. With
   * `metadata.uid` and `metadata.resourceVersion` it is refused with 409 if the object is another one or has changed;
   * without them an object that is not there is made.
   */
  readonly apply: <T>(path: string, object: unknown, options: ApplyOptions) => Promise<T>;
  readonly jsonPatch: <T>(
    path: string,
    operations: readonly JsonPatchOperation[],
    options?: WriteOptions,
  ) => Promise<T>;
  readonly delete: (path: string, options: RemoveOptions) => Promise<void>;
  /** Deletes a pod if its disruption budgets allow it. */
  readonly evict: (namespace: string, pod: string, options: RemoveOptions) => Promise<void>;
  readonly watch: <T>(path: string, options: WatchOptions) => AsyncGenerator<WatchEvent<T>>;
  /** A container's log, line by line. */
  readonly logs: (namespace: string, pod: string, options?: LogOptions) => AsyncGenerator<string>;
  /**
   * Asks the application behind a Service, through the API server. Any status is an answer. A KubernetesError says that
   * it was not asked: Forbidden, no such Service (404), no endpoints or none that can be reached (503).
   */
  readonly proxyGet: (
    namespace: string,
    service: string,
    port: number | string,
    path: string,
    options?: ProxyOptions,
  ) => Promise<ProxiedAnswer>;
  readonly whoAmI: (signal?: AbortSignal) => Promise<Identity>;
  /** Which of these the credential allows. */
  readonly can: (rights: readonly Right[], signal?: AbortSignal) => Promise<readonly boolean[]>;
  readonly version: (signal?: AbortSignal) => Promise<{ readonly gitVersion: string }>;
  /** Epoch milliseconds of the last byte or ping answer of the open connection; undefined while there is none. */
  readonly lastHeardAt: () => number | undefined;
  /** The same client under another name: it shares the connection, and closing either closes both. */
  readonly as: (userAgent: string) => ClusterClient;
  readonly close: () => Promise<void>;
}

/** Connects when first asked. */
export function openCluster(access: ClusterAccess, options: ClusterClientOptions): ClusterClient {
  return clientOver(transportOf(access, options));
}

function clientOver(transport: Transport): ClusterClient {
  const change = <T>(call: Call): Promise<T> =>
    transport.observeWrite(
      () => writeName(call),
      () => ask<T>(transport, call),
    );
  const write = <T>(call: Call, given: WriteOptions = {}): Promise<T> => {
    const whole = { ...call, query: { ...call.query, ...writeQuery(given) }, signal: given.signal };
    // A dry run has no effect that anybody could count on or be killed before.
    return given.dryRun === true ? ask<T>(transport, whole) : change<T>(whole);
  };
  const remove = async (method: 'DELETE' | 'POST', path: string, body: unknown, signal?: AbortSignal) => {
    await change<unknown>({ method, path, body, signal });
  };
  return {
    get: (path, query, signal) => ask(transport, { method: 'GET', path, query, signal }),
    getAll: async <T>(path: string, signal?: AbortSignal) => {
      const { items } = await ask<{ readonly items?: readonly T[] }>(
        transport,
        { method: 'GET', path, signal },
        sizes.page,
      );
      return items ?? [];
    },
    list: (path, given) => pagesOf(transport, path, given),
    create: (path, body, given) => write({ method: 'POST', path, body }, given),
    patch: (path, body, given) => write({ method: 'PATCH', path, body }, given),
    // JSON is YAML.
    apply: (path, body, { force = true, ...given }) =>
      write({ method: 'PATCH', path, body, type: 'application/apply-patch+yaml', query: { force } }, given),
    jsonPatch: (path, body, given) =>
      write({ method: 'PATCH', path, body, type: 'application/json-patch+json' }, given),
    delete: (path, given) => remove('DELETE', path, deleteOptions(given), given.signal),
    evict: (namespace, pod, given) => {
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/eviction`;
      const metadata = { name: pod, namespace };
      const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata, deleteOptions: deleteOptions(given) };
      return remove('POST', path, body, given.signal);
    },
    watch: (path, given) => eventsOf(transport, path, given),
    logs: (namespace, pod, given) => logLinesOf(transport, namespace, pod, given),
    proxyGet: (namespace, service, port, path, given) =>
      proxiedAnswer(transport, { namespace, service, port, path }, given),
    whoAmI: (signal) => identityOf(transport, signal),
    can: (rights, signal) => rightsOf(transport, rights, signal),
    version: (signal) => ask(transport, { method: 'GET', path: '/version', signal }, sizes.small),
    lastHeardAt: () => transport.connection.lastHeardAt(),
    as: (userAgent) => clientOver({ ...transport, userAgent }),
    close: () => transport.connection.close(),
  };
}

function transportOf(access: ClusterAccess, options: ClusterClientOptions): Transport {
  const { protocol, pathname } = new URL(access.server);
  if (protocol !== 'https:')
    throw new Error(`${access.server} is not https: credentials are only sent to an authenticated server`);
  return {
    connection: new Connection(access, options),
    credentials: new Credentials(access.token),
    userAgent: options.userAgent,
    observeWrite: options.observeWrite ?? ((_, work) => work()),
    basePath: pathname.replace(/\/+$/, ''),
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    reading: options.reading ?? new Reading(),
  };
}
