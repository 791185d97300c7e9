import type { Broker } from '@wheelhouse/kit';

export interface HeardOutcome {
  readonly messageId: string;
  readonly body: string;
  /** Of the body, each a character. */
  readonly bytes: string;
}

/** All that comes on `action.outcomes` from now on, however often the connection is lost. */
export function hearOutcomes(broker: Broker): readonly HeardOutcome[] {
  const outcomes: HeardOutcome[] = [];
  broker.consume({
    queue: 'proof.outcomes',
    exchange: 'action.outcomes',
    keys: ['#'],
    prefetch: 100,
    handle: async ({ properties, content }) => {
      const id: unknown = properties.messageId;
      outcomes.push({
        messageId: typeof id === 'string' ? id : '',
        body: content.toString('utf8'),
        bytes: content.toString('latin1'),
      });
      return 'ack';
    },
  });
  return outcomes;
}
