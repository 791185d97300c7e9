/** The same numbers for the same seed, so that a state that breaks the promise can be made again. */
export interface Random {
  /** From 0 up to, and without, `below`. */
  readonly below: (below: number) => number;
  readonly between: (least: number, most: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => readonly T[];
}

export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  // A linear congruence, of which only the upper bits are any good: plenty for choosing cases.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: (from) => {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error('there is nothing to pick from');
      return chosen;
    },
    shuffled: (list) => {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const [a, b] = [copy[last], copy[other]];
        if (a !== undefined && b !== undefined) [copy[last], copy[other]] = [b, a];
      }
      return copy;
    },
  };
}
