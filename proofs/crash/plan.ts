/** Where a life ends: before or after the nth effect of a name, or of any name. */
export interface Death {
  readonly side: 'before' | 'after';
  readonly effect?: string;
  readonly nth: number;
  /** It is stopped there instead, and woken when another has taken over and come to the end. */
  readonly sleeps?: true;
}

/** What one run dies of: the process at work, and its successors. */
export interface Fate<W> {
  readonly way: W;
  readonly deaths: readonly Death[];
}

/** An effect of a way by its place: the nth of its name. */
export interface Place<W> {
  readonly way: W;
  readonly effect: string;
  readonly nth: number;
}

const sides = ['before', 'after'] as const;

export function placesIn<W>(way: W, effects: readonly string[]): readonly Place<W>[] {
  return effects.map((effect, index) => ({
    way,
    effect,
    nth: effects.slice(0, index + 1).filter((one) => one === effect).length,
  }));
}

/** Every place on both sides. */
export function everyDeath<W>(places: readonly Place<W>[]): readonly Fate<W>[] {
  return places.flatMap(({ way, effect, nth }) => sides.map((side) => ({ way, deaths: [{ side, effect, nth }] })));
}

/** The same with a successor that dies of the first thing it does, before and after it by turns. */
export function followed<W>(fates: readonly Fate<W>[]): readonly Fate<W>[] {
  return fates.map(({ way, deaths }, index) => {
    const side = sides[Math.floor(index / 2) % 2] ?? 'before';
    return { way, deaths: [...deaths, { side, nth: 1 }] };
  });
}

/** The same with a process that sleeps where it would have died. */
export function asleep<W>(fates: readonly Fate<W>[]): readonly Fate<W>[] {
  return fates.map(({ way, deaths }) => ({ way, deaths: deaths.map((death) => ({ ...death, sleeps: true })) }));
}

/**
 * So many of them, always the same: the kinds of effects (commit, publish, ack …) by turns, of each kind its names by
 * turns, each name first on one side and then on the other, and each time in the way that has had fewest so far.
 */
export function someDeaths<W>(places: readonly Place<W>[], most: number): readonly Fate<W>[] {
  const waysOf = new Map<string, W[]>();
  for (const { way, effect, nth } of places) if (nth === 1) waysOf.set(effect, [...(waysOf.get(effect) ?? []), way]);
  const names = [...waysOf.keys()].toSorted();
  const kinds = [...Map.groupBy(names, (name) => name.split(' ')[0]).values()].map((ofKind) =>
    [0, 1].flatMap((pass) =>
      ofKind.map((effect, index) => ({ effect, side: sides[(index + pass + 1) % 2] ?? 'after', nth: 1 })),
    ),
  );
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  const chosen = Array.from({ length: longest }, (_, turn) => kinds.flatMap((kind) => kind.slice(turn, turn + 1)))
    .flat()
    .slice(0, most);
  const fates: Fate<W>[] = [];
  const taken = (way: W) => fates.filter((fate) => fate.way === way).length;
  for (const death of chosen) {
    const [way] = (waysOf.get(death.effect) ?? []).toSorted((a, b) => taken(a) - taken(b));
    if (way !== undefined) fates.push({ way, deaths: [death] });
  }
  return fates;
}
