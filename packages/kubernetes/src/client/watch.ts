import { fieldOf, refusalOf } from './answer.ts';
import { ClusterUnreachable, KubernetesError } from './errors.ts';
import { JsonLines } from './json-lines.ts';
import { type Call, nameOf, type Transport } from './request.ts';
import { sizes } from './sizes.ts';
import { chunksOf } from './streamed.ts';

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
  const call: Call = { method: 'GET', path, query, isEndless: true, signal };
  const lines = new JsonLines(sizes.object);
  for await (const chunk of chunksOf(transport, call, onOpen)) yield* valuesOf<T>(lines, chunk, call);
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
