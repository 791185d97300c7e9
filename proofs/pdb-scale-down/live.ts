import { type LiveOutcome, runLiveCase } from './live-case-run.ts';
import { type LiveCase, maxCases, minCases, rolloutCases } from './live-cases.ts';
import { LiveGround } from './live-ground.ts';
import { faultsOf, holds, missedByLive } from './live-judge.ts';
import { emptied, NotInTime } from './live-place.ts';

/** The counts the promise names; quick takes the first of each. */
const sizes = {
  full: { min: 200, max: 20, rollout: 40, withinMs: 24 * 60_000, aCaseMs: 180_000 },
  quick: { min: 8, max: 2, rollout: 2, withinMs: 45_000, aCaseMs: 45_000 },
};

const sideBySide = 16;

export interface LiveResult {
  readonly claims: Readonly<Record<string, boolean>>;
  /** Why nothing can be said; undefined: it can. */
  readonly unclear: string | undefined;
  readonly figure: string;
}

/** Real scale-downs, each in a namespace that holds nothing else, whatever the plan says of them. */
export async function judgeLive(quick: boolean, say: (text: string) => void): Promise<LiveResult> {
  const size = quick ? sizes.quick : sizes.full;
  const cases = [...rolloutCases(size.rollout), ...minCases(size.min), ...maxCases(size.max)];
  const ground = await LiveGround.open();
  const end = performance.now() + size.withinMs;
  const outcomes: LiveOutcome[] = [];
  const late: string[] = [];
  const failures: unknown[] = [];
  const run = async (namespace: string, live: LiveCase): Promise<void> => {
    if (performance.now() > end) return void late.push(`${JSON.stringify(live)}: not begun`);
    const told = await runOne(ground, namespace, live, Math.min(end, performance.now() + size.aCaseMs));
    if (typeof told === 'string') late.push(told);
    else outcomes.push(told);
    const done = outcomes.length + late.length;
    if (done % 20 === 0) say(`${done} of ${cases.length} live cases`);
  };
  const queue = cases.values();
  const lanes = Array.from({ length: Math.min(sideBySide, cases.length) }, async () => {
    const namespace = await ground.makeNamespace();
    for (const live of queue) {
      // The other lanes come to their end, so that nothing is made after what was made has been removed.
      if (failures.length > 0) return;
      await run(namespace, live).catch((error: unknown) => failures.push(error));
    }
  });
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') failures.push(lane.reason);
  const left = await ground.close();
  if (failures.length > 0) throw failures[0];
  const { claims, ...told } = verdictOn(outcomes, cases.length, late, say);
  return { ...told, claims: { ...claims, 'live: its namespaces are gone or on their way': left === 0 } };
}

async function runOne(
  ground: LiveGround,
  namespace: string,
  live: LiveCase,
  until: number,
): Promise<LiveOutcome | string> {
  try {
    await emptied(ground.client, namespace, until);
    return await runLiveCase(ground.client, namespace, live, until);
  } catch (error) {
    if (error instanceof NotInTime) return `${JSON.stringify(live)}: ${error.message}`;
    throw error;
  }
}

function verdictOn(
  outcomes: readonly LiveOutcome[],
  count: number,
  late: readonly string[],
  say: (text: string) => void,
): LiveResult {
  const wrong = outcomes.flatMap((outcome) =>
    faultsOf(outcome).map((fault) => `${JSON.stringify(outcome.live)}: ${fault}`),
  );
  for (const text of wrong.slice(0, 20)) say(`WRONG: ${text}`);
  for (const text of late.slice(0, 5)) say(`LATE: ${text}`);
  const { found, missed } = missedByLive(outcomes);
  const settled = outcomes.filter(({ live, afterwards }) => afterwards !== null && live.rollout === null);
  const rollouts = outcomes.filter(({ live }) => live.rollout !== null);
  const max = outcomes.filter(({ live }) => 'maxUnavailable' in live.budget);
  const allowed = settled.filter(({ plan }) => plan.refused === null).length;
  const spared = rollouts.filter(({ plan }) => plan.refused === null).length;
  const needless = rollouts.filter(({ plan, afterwards }) => plan.refused !== null && holds(afterwards)).length;
  say(`rollouts: ${rollouts.length}, of them refused though it would have held this time: ${needless}`);
  say(`controls found live: ${found.length} of ${found.length + missed.length} ${missed.join(', ')}`);
  return {
    claims: {
      'live: allowed is what holds afterwards': wrong.length === 0,
      'live: some are allowed and some refused': late.length > 0 || (allowed > 0 && allowed < settled.length),
      'live: each wrong verdict is found out': late.length > 0 || missed.length === 0,
    },
    unclear: late.length === 0 ? undefined : `${late.length} of ${count} live cases did not come to rest in time`,
    figure: `live ${settled.length} scale-downs (${allowed} allowed), ${rollouts.length} in a rollout (${spared} allowed), ${max.length} plans under maxUnavailable: ${wrong.length} wrong; controls ${found.length} of ${found.length + missed.length}`,
  };
}
