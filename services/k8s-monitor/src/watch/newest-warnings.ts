import type { Change } from '../state/cluster-state.ts';
import type { WarningFacts } from '../state/facts.ts';
import { keepWarning } from '../state/keep.ts';
import type { RawEvent } from '../state/raw.ts';

/** A cluster in trouble has events without end, and they only add words to what the rules find. */
const mostObjects = 2_000;

/** Keeps the newest warning about an object, and of a bounded number of objects. */
export function newestWarnings(apply: Change<WarningFacts>): {
  readonly keep: (event: RawEvent) => WarningFacts | undefined;
  readonly apply: Change<WarningFacts>;
} {
  const newest = new Map<string, number>();
  return {
    keep: (event) => {
      const facts = keepWarning(event);
      if (facts === undefined) return undefined;
      const known = newest.get(facts.about);
      if (known === undefined ? newest.size >= mostObjects : facts.at < known) return undefined;
      newest.set(facts.about, facts.at);
      return facts;
    },
    apply: (key, now, before) => {
      if (now === undefined && before !== undefined && newest.get(before.about) === before.at)
        newest.delete(before.about);
      apply(key, now, before);
    },
  };
}
