import { fieldOf, refusalOf } from './answer.ts';
import { ClusterUnreachable, KubernetesError } from './errors.ts';
import { JsonLines } from './json-lines.ts';
import { begin, type Call, limitOf, nameOf, type Reply, type Transport } from './request.ts';
import { cancel, isWhole } from './session.ts';
import { sizes } from './sizes.ts';

export interface WatchOptions {
  /** Changes after this moment are told. */
  readonly resourceVersion: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly signal?: AbortSignal;
  /** The server has begun to tell. `heardAt` is, also afterwards, when its connection last gave a sign of life. */
  readonly onOpen?: (heardAt: () => number) => void;
}

export interface WatchEvent<T> {
  /** A BOOKMARK says only how far the watch has come; of its object nothing but the resourceVersion is set. */
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

/** Changes as they happen, until the server ends it, which it does every few minutes. An ERROR is thrown as KubernetesError. */
export async function* eventsOf<T>(
  transport: Transport,
  path: string,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<T>> {
  const { resourceVersion, fieldSelector, labelSelector, signal, onOpen } = options;
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion,
    fieldSelector,
    labelSelector,
    // Those of many clusters, begun together, do not end together.
    timeoutSeconds: 300 + Math.floor(Math.random() * 300),
  };
  const call: Call = { method: 'GET', path, query, signal };
  const limit = limitOf(transport, call);
  try {
    const reply = await begin(transport, call, limit);
    limit.lift();
    onOpen?.(reply.session.heardAt);
    const off = limit.onEnd(() => cancel(reply.stream));
    try {
      yield* readEvents<T>(reply, call);
    } catch (error) {
      throw limit.reason ?? error;
    } finally {
      off();
      cancel(reply.stream);
    }
    if (limit.reason !== undefined) throw limit.reason;
  } finally {
    limit.done();
  }
}

async function* readEvents<T>({ stream, session }: Reply, call: Call): AsyncGenerator<WatchEvent<T>> {
  const lines = new JsonLines(sizes.object);
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  for (;;) {
    const chunk = await chunks.next().catch((error: unknown) => {
      throw session.whyBroken(stream, error);
    });
    if (chunk.done === true) break;
    session.heard();
    yield* valuesOf<T>(lines, chunk.value, call);
  }
  if (!isWhole(stream)) throw session.whyBroken(stream);
}

function* valuesOf<T>(lines: JsonLines, chunk: Buffer, call: Call): Generator<WatchEvent<T>> {
  const asked = `${nameOf(call)}?watch`;
  try {
    for (const value of lines.valuesIn(chunk)) {
      const [type, object] = [fieldOf(value, 'type'), fieldOf(value, 'object')];
      if (type === 'ERROR') throw refusalOf(asked, Number(fieldOf(object, 'code') ?? 500), object);
      if (isChange<T>(value)) yield value;
    }
  } catch (error) {
    if (error instanceof KubernetesError) throw error;
    throw new ClusterUnreachable(
      'protocol',
      `${asked} sent something that is not a watch event. Next step: check that the address is that of a Kubernetes API server`,
      error,
    );
  }
}

const changes: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

function isChange<T>(value: unknown): value is WatchEvent<T> {
  return changes.has(fieldOf(value, 'type'));
}
