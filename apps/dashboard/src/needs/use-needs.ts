import type { Area } from '../areas.ts';
import { withinBudget } from './budget.ts';
import type { Need } from './need.ts';
import { needSources } from './registry.ts';

const polled = withinBudget(needSources);

/** Something that could not be read, so that what it would need is not known. */
export interface Fault {
  readonly what: string;
  readonly error: Error;
}

/** Everything that waits for the person signed in. */
export function useNeeds(): { readonly needs: readonly Need[]; readonly faults: readonly Fault[] } {
  const found = useFound();
  return {
    needs: found.flatMap(({ needs }) => needs),
    faults: found.flatMap(({ what, error }) => (error === null ? [] : [{ what: `Could not load ${what}`, error }])),
  };
}

export interface Count {
  readonly count: number;
  readonly words: string;
}

/** How many wait, by the area that shows it. */
export function useCounts(): ReadonlyMap<Area['to'], Count> {
  const found = useFound();
  const all = found.reduce((sum, { needs }) => sum + needs.length, 0);
  const counts = new Map<Area['to'], Count>([['/', { count: all, words: 'to look at' }]]);
  for (const { counts: shown, total } of found)
    if (shown !== undefined) counts.set(shown.at, { count: total ?? 0, words: shown.words });
  return counts;
}

function useFound() {
  // oxlint-disable-next-line react/rules-of-hooks -- the registry is the same at every render
  return polled.map(({ source, everyMs }) => ({ ...source, ...source.useFound(everyMs) }));
}
