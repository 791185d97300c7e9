import { type Death, sides } from './death.ts';
import { type Step, steps } from './scenario.ts';

/** An effect by its place: the nth of its name within a step. */
export interface Place {
  readonly step: Step;
  readonly effect: string;
  readonly nth: number;
}

/** The deaths of one run: in each step that of the process at work, and those of its successors. */
export type Fate = Partial<Record<Step, readonly Death[]>>;

export function placesIn(effects: Readonly<Record<Step, readonly string[]>>): readonly Place[] {
  return steps.flatMap((step) =>
    effects[step].map((effect, index, all) => ({
      step,
      effect,
      nth: all.slice(0, index + 1).filter((one) => one === effect).length,
    })),
  );
}

interface Chain {
  readonly step: Step;
  readonly deaths: readonly Death[];
}

/** Every place on both sides; and all again with a successor that dies of its first effect. */
export function everyDeath(places: readonly Place[]): readonly Fate[] {
  const first = places.flatMap(({ step, effect, nth }) =>
    sides.map((side) => ({ step, death: { side, effect, nth } })),
  );
  const alone = first.map(({ step, death }): Chain => ({ step, deaths: [death] }));
  const followed = first.map(({ step, death }, index): Chain => {
    const side = sides[Math.floor(index / 2) % 2] ?? 'before';
    return { step, deaths: [death, { side, nth: 1 }] };
  });
  return woven([...alone, ...followed]);
}

/** Each name once, on either side by turns, in the step that has fewest so far; then others, until the steps have as many. */
export function someDeaths(places: readonly Place[]): readonly Fate[] {
  const chosen: Chain[] = [];
  const inStep = (step: Step) => chosen.filter((chain) => chain.step === step).length;
  const choose = ({ step, effect, nth }: Place) =>
    chosen.push({ step, deaths: [{ side: sides[chosen.length % 2] ?? 'before', effect, nth }] });

  const byName = [...Map.groupBy(places, ({ effect }) => effect).values()];
  const stepsOf = (same: readonly Place[]) => new Set(same.map(({ step }) => step)).size;
  // Those of one step only have no choice and come first.
  for (const same of byName.toSorted((a, b) => stepsOf(a) - stepsOf(b))) {
    const [place] = same.toSorted((a, b) => inStep(a.step) - inStep(b.step));
    if (place !== undefined) choose(place);
  }
  const most = Math.max(...steps.map(inStep));
  for (const place of places) if (inStep(place.step) < most) choose(place);
  return woven(chosen);
}

/** A run has room for one chain in each step. */
function woven(chains: readonly Chain[]): readonly Fate[] {
  const fates: Fate[] = [];
  for (const step of steps)
    for (const [index, { deaths }] of chains.filter((chain) => chain.step === step).entries())
      fates[index] = { ...fates[index], [step]: deaths };
  return fates;
}
