import type { Broker } from '@wheelhouse/kit';

export interface HeardOutcome {
  readonly messageId: string;
  readonly body: string;
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
      outcomes.push({ messageId: typeof id === 'string' ? id : '', body: content.toString('utf8') });
      return 'ack';
    },
  });
  return outcomes;
}
