import type { IncomingMessage } from 'node:http';

/** A body that grew beyond what its route takes. */
export class BodyTooLarge extends Error {}

/** What a module is sent: all of it, or its beginning with the rest to come. */
export type Body = Buffer | AsyncIterable<Buffer>;

/**
 * So much is read before a module is bothered: whoever sends slowly holds a socket of ours and nothing else. Most
 * bodies are smaller, and reach the module whole.
 */
const gatheredBytes = 64 * 1024;

/** Calls back once, with what there is to send; not at all when the caller goes away meanwhile. */
export function gather(request: IncomingMessage, limit: number, done: (body: Body | BodyTooLarge) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= limit && size < gatheredBytes) return;
    stop();
    request.pause();
    done(size > limit ? new BodyTooLarge() : andTheRest(request, chunks, size, limit));
  };
  const onEnd = (): void => {
    stop();
    done(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
  };
  const stop = (): void => {
    request.off('data', onData);
    request.off('end', onEnd);
  };
  request.on('data', onData);
  request.on('end', onEnd);
}

async function* andTheRest(
  request: IncomingMessage,
  chunks: readonly Buffer[],
  gathered: number,
  limit: number,
): AsyncIterable<Buffer> {
  yield* chunks;
  let size = gathered;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    yield chunk;
  }
}
