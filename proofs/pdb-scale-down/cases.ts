import type { Strategy } from '@wheelhouse/kubernetes';
import fc from 'fast-check';

/** What is made on a real cluster: a Deployment "web" with one budget over it, to be scaled down. */
export interface LiveCase {
  readonly replicas: number;
  /** 1 or more. */
  readonly target: number;
  /** Pods that run and are not ready. */
  readonly unready: number;
  /** Pods that are on no node yet. */
  readonly unplaced: number;
  readonly budget: { readonly minAvailable: number | string } | { readonly maxUnavailable: number | string };
  /** Another Deployment under the same budget. */
  readonly beside: { readonly replicas: number; readonly unready: number } | null;
  /** Not null: the pods of a newer template never get ready. */
  readonly rollout: Strategy | null;
}

function live(said: Partial<LiveCase> & Pick<LiveCase, 'replicas' | 'target' | 'budget'>): LiveCase {
  return { unready: 0, unplaced: 0, beside: null, rollout: null, ...said };
}

const min = (minAvailable: number | string) => ({ minAvailable });
const max = (maxUnavailable: number | string) => ({ maxUnavailable });

/** Where one mistake or another would show. */
const chosen: readonly LiveCase[] = [
  live({ replicas: 5, target: 3, unready: 2, budget: min(3) }),
  live({ replicas: 6, target: 4, unready: 3, budget: min(4) }),
  live({ replicas: 4, target: 2, budget: min('75%') }),
  live({ replicas: 8, target: 7, unready: 5, budget: min('50%') }),
  live({ replicas: 5, target: 4, unready: 4, budget: min('34%') }),
  live({ replicas: 4, target: 2, beside: { replicas: 3, unready: 1 }, budget: min(4) }),
  live({ replicas: 4, target: 1, beside: { replicas: 3, unready: 2 }, budget: min('75%') }),
  live({ replicas: 5, target: 3, unready: 1, unplaced: 2, budget: min('67%') }),
];

interface Draw {
  readonly replicas: number;
  readonly seeds: readonly [number, number, number];
  readonly beside: { readonly replicas: number; readonly unready: number } | null;
  readonly amount: 'number' | 'percent' | 'about' | 'percentAbout';
  readonly by: number;
  readonly value: number;
}

const seed = fc.integer({ min: 0, max: 839 });

const draw: fc.Arbitrary<Draw> = fc.record({
  replicas: fc.integer({ min: 2, max: 8 }),
  seeds: fc.tuple(seed, seed, seed),
  beside: fc.option(fc.record({ replicas: fc.constant(3), unready: fc.integer({ min: 0, max: 3 }) }), { freq: 4 }),
  amount: fc.constantFrom('number', 'percent', 'about', 'about', 'percentAbout', 'percentAbout'),
  by: fc.constantFrom(-1, 0, 0, 1, 1),
  value: fc.integer({ min: 0, max: 100 }),
});

/** Mostly about where one pod more or less decides. */
function caseOf({ replicas, seeds: [first, second, third], beside, amount, by, value }: Draw): LiveCase {
  const target = 1 + (first % (replicas - 1));
  const unready = third % 3 === 0 ? 0 : second % (replicas + 1);
  const unplaced = third % 4 === 0 ? third % (replicas - unready + 1) : 0;
  const others = beside?.replicas ?? 0;
  const ready = Math.min(target, replicas - unready - unplaced) + others - (beside?.unready ?? 0);
  const percent = Math.floor((100 * ready) / (target + others)) + by;
  const asked = {
    number: value % 9,
    percent: `${value}%`,
    about: Math.max(0, ready + by),
    percentAbout: `${Math.min(100, Math.max(0, percent))}%`,
  }[amount];
  return live({ replicas, target, unready, unplaced, beside, budget: min(asked) });
}

/** Of one minAvailable budget each, of which what is allowed is what holds afterwards. */
export function minCases(count: number): readonly LiveCase[] {
  const drawn = fc.sample(draw, { numRuns: Math.max(1, count - chosen.length), seed: 9 });
  return [...chosen, ...drawn.map(caseOf)].slice(0, count);
}

/** Refused where it is zero, and never else. */
export function maxCases(count: number): readonly LiveCase[] {
  const amounts = [0, 1, '0%', '1%', '00%', 2, '30%', 0, '100%', '0%'];
  return Array.from({ length: count }, (_, index) =>
    live({
      replicas: 3,
      target: 1 + (index % 2),
      unready: index % 4,
      budget: max(amounts[index % amounts.length] ?? 0),
    }),
  );
}

const rolling = (maxSurge: number | string, maxUnavailable: number | string): Strategy => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge, maxUnavailable },
});

const strategies = [rolling('25%', '25%'), rolling(3, 0), rolling(0, 2), rolling('50%', '50%'), rolling(1, 1)];

const rolloutDraw = fc.record({
  strategy: fc.constantFrom(...strategies),
  replicas: fc.integer({ min: 3, max: 9 }),
  unready: fc.constantFrom(0, 0, 1, 2),
  at: seed,
  by: fc.integer({ min: 0, max: 2 }),
  isPercent: fc.boolean(),
});

/** In the middle of a rollout. Which pods go is then not certain, so what is allowed must hold, and no more. */
export function rolloutCases(count: number): readonly LiveCase[] {
  const stuck = { replicas: 8, target: 4, rollout: rolling('25%', '25%') };
  const first = [live({ ...stuck, budget: min(4) }), live({ ...stuck, budget: min(3) })];
  const drawn = fc.sample(rolloutDraw, { numRuns: Math.max(1, count - first.length), seed: 9 });
  const more = drawn.map(({ strategy, replicas, unready, at, by, isPercent }) => {
    const target = 1 + (at % (replicas - 1));
    const asked = Math.max(1, target - by);
    const budget = min(isPercent ? `${Math.floor((100 * asked) / target)}%` : asked);
    return live({ replicas, target, unready, rollout: strategy, budget });
  });
  return [...first, ...more].slice(0, count);
}
