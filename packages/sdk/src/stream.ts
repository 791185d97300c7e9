import { foreignAnswer } from './answer.ts';
import { ConnectionError } from './errors.ts';
import { eventsOf } from './event-stream.ts';
import type { StreamEvent } from './operations.ts';
import { wait } from './patience.ts';
import { backoff } from './retry.ts';
import { bytesOf, type Call, type Opened, send, type Transport } from './transport.ts';

/** More than for other calls: who follows something wants to see it through a restart of the server. */
const defaultRetries = 10;

/**
 * The events of a stream. One that breaks off is taken up again after the last event that came; it is over when the
 * server says that nothing more will come.
 */
export async function* streamOf(
  transport: Transport,
  call: Call,
  after: string | undefined,
): AsyncGenerator<StreamEvent> {
  const { asked, signal, retries = defaultRetries } = call;
  let last = after;
  let inVain = 0;
  for (;;) {
    const headers = new Headers(call.headers);
    headers.set('accept', 'text/event-stream');
    if (last !== undefined) headers.set('last-event-id', last);
    const opened = await send(transport, { ...call, headers, retries }, (begun) => streamIn(begun, call));
    if (opened === undefined) return;
    let broken: unknown;
    inVain += 1;
    try {
      for await (const event of eventsOf(bytesOf(opened))) {
        if (event.id !== '') last = event.id;
        inVain = 0;
        yield event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      broken = error;
    }
    if (inVain > retries)
      throw new ConnectionError(broken ?? new Error('the stream ended without an event'), asked, {
        address: transport.base,
        tries: inVain,
        repeatable: true,
      });
    // One that was ended in order is most often over: the next answer says so, and need not be waited for.
    if (broken !== undefined || inVain > 0) await wait(backoff(inVain + 1), signal);
  }
}

/** 204 says that nothing more will come. */
async function streamIn(opened: Opened, { asked }: Call): Promise<Opened | undefined> {
  const { status, headers } = opened.response;
  if (status !== 204 && headers.get('content-type')?.startsWith('text/event-stream') === true) return opened;
  opened.patience.end();
  if (status === 204) return undefined;
  throw foreignAnswer(status, headers, asked, 'something that is not an event stream');
}
