import type { ProofContext } from '../runner/proof.ts';
import type { Lane } from './lane.ts';
import { type Conditions, type Run, runOnce, toldOf } from './run.ts';
import type { Stage } from './stage.ts';
import { CutShort, within } from './patience.ts';
import { makeTarget } from './targets.ts';

export interface Pace {
  readonly mayBegin: (conditions: Conditions) => boolean;
  readonly patienceMs: () => number;
}

/** Whichever lane is free takes the next. What it will act on is made while the last one runs. */
export async function inLanes(
  stage: Stage,
  lanes: readonly Lane[],
  all: readonly Conditions[],
  pace: Pace,
  say: ProofContext['say'],
): Promise<readonly Run[]> {
  const queue = all.values();
  const runs: Run[] = [];
  const take = (lane: Lane) => {
    const { value: conditions, done } = queue.next();
    if (done === true || !pace.mayBegin(conditions)) return undefined;
    const target = makeTarget(lane.kube, lane.namespace, conditions.variant.kind);
    target.catch(() => undefined);
    return { conditions, target };
  };
  const follow = async (lane: Lane): Promise<void> => {
    for (let next = take(lane); next !== undefined; ) {
      const { conditions, target } = next;
      const made = await within(pace.patienceMs(), target, 'no target').catch(lateIsNone);
      if (made === undefined || !pace.mayBegin(conditions)) return;
      next = take(lane);
      const run = await runOnce(stage, lane, conditions, made, pace.patienceMs);
      runs.push(run);
      say(`run ${runs.length} of ${all.length}: ${toldOf(run)}`);
    }
  };
  await Promise.all(lanes.map(follow));
  return runs;
}

function lateIsNone(error: unknown): undefined {
  if (!(error instanceof CutShort)) throw error;
}
