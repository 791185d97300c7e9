import { appendFile } from 'node:fs/promises';
import { eventIdOf, eventsExchange, type Log, openBroker } from '@wheelhouse/kit';

const writeEveryMs = 1_000;

/** The control: a consumer that acknowledges what it was given and writes it down in the next second. */
export function ackFirst(url: string, file: string, log: Log): void {
  let waiting: string[] = [];
  const broker = openBroker(url, 'wheelhouse proof: acks first', log);
  broker.consume({
    queue: 'proof.acks-first',
    exchange: eventsExchange,
    keys: ['cluster.phase_changed'],
    prefetch: 200,
    handle: async ({ properties }) => {
      waiting.push(eventIdOf(String(properties.messageId)));
      return 'ack';
    },
  });
  setInterval(() => {
    const ids = waiting;
    waiting = [];
    if (ids.length > 0) void appendFile(file, ids.map((id) => `${id}\n`).join(''));
  }, writeEveryMs);
}
