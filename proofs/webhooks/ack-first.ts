import { appendFile } from 'node:fs/promises';
import { eventIdOf, eventsExchange, type Log, openBroker } from '@wheelhouse/kit';

const silentMs = 1_000;

/** The control: a consumer that acknowledges what it was given and writes it down when nothing more comes. */
export function ackFirst(url: string, file: string, log: Log): void {
  let waiting: string[] = [];
  let writing: NodeJS.Timeout | undefined;
  const write = () => {
    const ids = waiting;
    waiting = [];
    void appendFile(file, ids.map((id) => `${id}\n`).join(''));
  };
  const broker = openBroker(url, 'wheelhouse proof: acks first', log);
  broker.consume({
    queue: 'proof.acks-first',
    exchange: eventsExchange,
    keys: ['cluster.phase_changed'],
    prefetch: 200,
    handle: async ({ properties }) => {
      waiting.push(eventIdOf(String(properties.messageId)));
      clearTimeout(writing);
      writing = setTimeout(write, silentMs);
      return 'ack';
    },
  });
}
