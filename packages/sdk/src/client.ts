import { baseOf } from './address.ts';
import { type AnyOptions, callOf } from './call.ts';
import { fixedToken, renewedToken } from './credentials.ts';
import type { Paths } from './generated/paths.ts';
import { type List, listOf } from './list.ts';
import type {
  Answers,
  Arguments,
  EventsOf,
  Given,
  ItemOf,
  ListPaths,
  Method,
  OperationAt,
  PathsWith,
  StreamEvent,
  StreamPaths,
} from './operations.ts';
import type { CallOptions, ChangeOptions, ClientOptions, PostOptions, StreamOptions } from './options.ts';
import { pageAt, request } from './request.ts';
import { streamOf } from './stream.ts';
import { askForToken } from './token-endpoint.ts';
import type { Transport } from './transport.ts';

/** Calls, typed by path. Each throws ApiError when it is refused, and ConnectionError when no answer comes. */
export interface Client<Table = Paths> {
  readonly get: Caller<Table, 'GET', CallOptions>;
  readonly post: Caller<Table, 'POST', PostOptions>;
  readonly put: Caller<Table, 'PUT', ChangeOptions>;
  readonly patch: Caller<Table, 'PATCH', ChangeOptions>;
  readonly delete: Caller<Table, 'DELETE', ChangeOptions>;
  /** All items of a list, over all its pages: `for await`. */
  readonly list: <Path extends ListPaths<Table>>(
    path: Path,
    ...options: Arguments<Given<OperationAt<Table, 'GET', Path>> & CallOptions>
  ) => List<ItemOf<OperationAt<Table, 'GET', Path>>>;
  /** The events of a stream until it is over, across broken connections: `for await`. */
  readonly stream: <Path extends StreamPaths<Table>>(
    path: Path,
    ...options: Arguments<Given<OperationAt<Table, 'GET', Path>> & StreamOptions>
  ) => AsyncIterable<StreamEvent<EventsOf<OperationAt<Table, 'GET', Path>>>>;
}

type Caller<Table, M extends Method, Options> = <Path extends PathsWith<Table, M>>(
  path: Path,
  ...options: Arguments<Given<OperationAt<Table, M, Path>> & Options>
) => Promise<Answers<OperationAt<Table, M, Path>>>;

/** `Table` is for paths that are not in the published descriptions; nearly nobody needs to name it. */
export function createClient<Table = Paths>(options: ClientOptions): Client<Table> {
  const transport = transportOf(options);
  const caller = (method: Method) => (path: string, given?: AnyOptions) => request(transport, method, path, given);
  const client = {
    get: caller('GET'),
    post: caller('POST'),
    put: caller('PUT'),
    patch: caller('PATCH'),
    delete: caller('DELETE'),
    list: (path: string, given: AnyOptions = {}) =>
      listOf((cursor) => pageAt(transport, path, { ...given, query: { ...given.query, ...(cursor && { cursor }) } })),
    stream: (path: string, given: AnyOptions & StreamOptions = {}) =>
      streamOf(transport, callOf(transport, 'GET', path, given), given.lastEventId),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the published description is taken at its word: here, and nowhere else
  return client as unknown as Client<Table>;
}

function transportOf(options: ClientOptions): Transport {
  const { userAgent = 'document' in globalThis ? undefined : 'wheelhouse-sdk', headers, clientCredentials } = options;
  const transport: Transport = {
    // Not the function itself: browsers refuse to run it as anybody's method.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    base: baseOf(options.baseUrl),
    headers: { ...(userAgent === undefined ? {} : { 'user-agent': userAgent }), ...headers },
    credentials: fixedToken(options.token),
    retries: options.retries ?? 3,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    timeoutMs: options.timeoutMs ?? 60_000,
  };
  if (clientCredentials === undefined) return transport;
  return { ...transport, credentials: renewedToken(() => askForToken(transport, clientCredentials)) };
}
