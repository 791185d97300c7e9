import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lane } from './lane.ts';
import type { Meanwhile } from './lives.ts';
import type { Fate } from './plan.ts';
import { type Client, scenario, type Step } from './scenario.ts';

export interface Conditions {
  readonly fate?: Fate;
  readonly client?: Client;
  readonly meanwhile?: Meanwhile;
  /** The step after which nothing more is asked. */
  readonly last?: Step;
}

export interface Run {
  readonly conditions: Conditions;
  readonly lane: Lane;
  readonly tenant: string;
  readonly effects: Readonly<Record<Step, readonly string[]>>;
  readonly kills: number;
  /** Deaths that did not come, because their effect did not. */
  readonly missed: Fate;
  /** Why it did not come to its end. */
  readonly fault: string | undefined;
}

/** One note's way through the house, with the deaths on it. */
export async function runOnce(lane: Lane, conditions: Conditions = {}): Promise<Run> {
  const { fate = {}, client = 'repeats', meanwhile, last = 'finish' } = conditions;
  const tenant = randomUUID();
  const effects: Record<Step, readonly string[]> = { write: [], change: [], finish: [] };
  const missed: Fate = {};
  let kills = 0;
  let step: Step | undefined;
  let fault: string | undefined;

  /** The last effect of a step shows a moment before the process has died of it. */
  async function hasStruck(): Promise<boolean> {
    for (let waits = 0; waits < 50 && lane.kills() === 0; waits += 1) await wait(20);
    return lane.kills() > 0;
  }

  async function begin(next?: Step): Promise<void> {
    const deaths = step && fate[step];
    if (step !== undefined && deaths !== undefined && !(await hasStruck())) missed[step] = deaths;
    const past = await lane.arm(next && fate[next], meanwhile);
    if (step !== undefined) effects[step] = past.effects;
    kills += past.kills;
    step = next;
  }

  try {
    for await (const next of scenario(lane, tenant, client)) {
      if (step === last) break;
      await begin(next);
    }
  } catch (error) {
    fault = `${step}: ${error instanceof Error ? error.message : String(error)}`;
  }
  await begin();
  return { conditions, lane, tenant, effects, kills, missed, fault };
}
