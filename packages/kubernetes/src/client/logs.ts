import { LogLines } from './log-lines.ts';
import type { Call, Transport } from './request.ts';
import { sizes } from './sizes.ts';
import { chunksOf } from './streamed.ts';

export interface LogOptions {
  /** Has to be named where the pod has several. */
  readonly container?: string;
  /** Goes on as long as the container runs, without a time limit. */
  readonly follow?: boolean;
  /** Of the container before the last restart. */
  readonly previous?: boolean;
  /** RFC 3339. Kubernetes compares whole seconds: lines of that second come again. */
  readonly sinceTime?: string;
  readonly sinceSeconds?: number;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  /** Each line begins with its time and a space. */
  readonly timestamps?: boolean;
  readonly signal?: AbortSignal;
  /** The server has begun to answer. */
  readonly onOpen?: () => void;
}

/**
 * Lines of a container's log, without the newline; of one that is longer than 64 KiB the beginning. That a followed log
 * comes to an end does not say that its container did: an API server that loses the kubelet ends the answer as if all
 * had been told.
 */
export async function* logLinesOf(
  transport: Transport,
  namespace: string,
  pod: string,
  options: LogOptions = {},
): AsyncGenerator<string> {
  const { signal, onOpen, follow = false, ...rest } = options;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
  const query = { ...rest, follow };
  const call: Call = { method: 'GET', path, query, accept: 'application/json, */*', isEndless: follow, signal };
  const lines = new LogLines(sizes.line);
  for await (const chunk of chunksOf(transport, call, onOpen)) yield* lines.linesIn(chunk);
  // Runtimes end every line, also the last: what has no end was cut off, and comes whole when it is asked for again.
  if (!follow) yield* lines.rest();
}
