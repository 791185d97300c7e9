import { sides } from '../crash/death.ts';
import type { Fate, Place, Variant } from './variant.ts';

export function placesIn(variant: Variant, effects: readonly string[]): readonly Place[] {
  return effects.map((effect, index) => ({
    variant,
    effect,
    nth: effects.slice(0, index + 1).filter((one) => one === effect).length,
  }));
}

/** A plan that a dead worker had in hand is made by the next one ten seconds later: too long for the quick size. */
const slow = 'commit update action_agent.plan_requests';

/**
 * Every place on both sides. Each name has its turn before one has its second, and those that change the cluster come
 * first, so that however few there is time for, they are of all kinds.
 */
export function everyDeath(places: readonly Place[]): readonly Fate[] {
  const byName = [...Map.groupBy(places, ({ effect }) => effect).entries()].map(([effect, same], index) => {
    const fates = sides.flatMap((side) => same.map(({ variant, nth }) => ({ variant, death: { side, effect, nth } })));
    const turn = (index * 3) % fates.length;
    return { effect, fates: [...fates.slice(turn), ...fates.slice(0, turn)] };
  });
  const isFirst = (effect: string) => (/^(PATCH|DELETE)/.test(effect) ? 0 : 1);
  byName.sort((a, b) => isFirst(a.effect) - isFirst(b.effect));
  const longest = Math.max(0, ...byName.map(({ fates }) => fates.length));
  const ordered = Array.from({ length: longest }, (_, round) =>
    byName.flatMap(({ fates }) => fates.slice(round, round + 1)),
  ).flat();
  return [
    ...ordered.filter(({ death }) => death.effect !== slow),
    ...ordered.filter(({ death }) => death.effect === slow),
  ];
}
