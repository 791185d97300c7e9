import { begin, type Call, limitOf, type Transport } from './request.ts';
import { cancel, isWhole } from './session.ts';

/**
 * The pieces of an answer as they come. While nobody asks for the next one, the server has to wait (HTTP/2 flow control).
 * `onOpen`: the head is here. `heardAt` is, also afterwards, when its connection last gave a sign of life.
 */
export async function* chunksOf(
  transport: Transport,
  call: Call,
  onOpen?: (heardAt: () => number) => void,
): AsyncGenerator<Buffer> {
  const limit = limitOf(transport, call);
  try {
    const { stream, session } = await begin(transport, call, limit);
    if (call.isEndless === true) limit.lift();
    onOpen?.(session.heardAt);
    const off = limit.onEnd(() => cancel(stream));
    try {
      const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
      for (;;) {
        const chunk = await chunks.next().catch((error: unknown) => {
          throw limit.reason ?? session.whyBroken(stream, error);
        });
        if (chunk.done === true) break;
        session.heard();
        yield chunk.value;
      }
      if (limit.reason !== undefined) throw limit.reason;
      if (!isWhole(stream)) throw session.whyBroken(stream);
    } finally {
      off();
      cancel(stream);
    }
  } finally {
    limit.done();
  }
}
