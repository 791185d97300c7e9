import { pause } from '@wheelhouse/kit';
import type { Fleet } from '../agent-workers/fleet.ts';
import { recordsOf } from '../agent-workers/records.ts';
import type { Stage } from '../crash-actions/stage.ts';

/** The control: whoever tells an outcome straight to the broker when its action ends, and once. */
export interface ToldOnce {
  /** How many never arrived. */
  readonly lost: () => Promise<number>;
}

const lookEveryMs = 200;
const exchange = 'proof.told-once';

export function tellOnce(fleet: Fleet, stage: Stage): ToldOnce {
  const told = new Set<string>();
  const heard = new Set<string>();
  const over = new AbortController();
  fleet.broker.consume({
    queue: exchange,
    exchange,
    keys: ['#'],
    prefetch: 100,
    handle: async ({ properties }) => {
      heard.add(String(properties.messageId));
      return 'ack';
    },
  });
  const look = async () => {
    for (const { id, finished_at } of await recordsOf(fleet, stage)) {
      if (finished_at === null || told.has(id)) continue;
      told.add(id);
      await fleet.broker.publish({ exchange, key: 'any', body: '{}', id }).catch(() => undefined);
    }
  };
  const looking = (async () => {
    while (!over.signal.aborted) {
      await look();
      await pause(lookEveryMs, over.signal);
    }
  })();
  return {
    lost: async () => {
      over.abort();
      await looking;
      return [...told].filter((id) => !heard.has(id)).length;
    },
  };
}
