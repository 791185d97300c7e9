import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { eventually, type Kube } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { anythingOn, decisionTo } from '../agent-workers/decision.ts';
import type { Fleet } from '../agent-workers/fleet.ts';
import { endedOf } from '../agent-workers/records.ts';
import type { Targets } from '../agent-workers/targets.ts';
import type { Stage } from '../crash-actions/stage.ts';

const atOnce = 100;
const sideBySide = 10;
/** As long as so many have not ended, no more are published. */
const mostOpen = 150;
const podRestarts = 0.1;
const againAfterMs = 2_000;
const again = 0.7;

export interface Published {
  readonly decisions: readonly Decision[];
  /** With those published again. */
  readonly messages: number;
}

/** Publishes decisions on all targets, each once to three times, until so many or the time is over. */
export async function publish(
  fleet: Fleet,
  stage: Stage,
  kube: Kube,
  targets: Targets,
  { count, until, say }: { readonly count: number; readonly until: number; readonly say: (text: string) => void },
): Promise<Published> {
  const decisions: Decision[] = [];
  let messages = 0;
  while (decisions.length < count && performance.now() < until) {
    const batch = await batchOf(stage, kube, targets, Math.min(atOnce, count - decisions.length));
    const send = (several: readonly Decision[]) =>
      inParallel(several, sideBySide, async (decision) => {
        await eventually(() => fleet.decide(decision));
        messages += 1;
      });
    await send(severalTimes(batch));
    // By now they are at work, or somebody sleeps who will be handed some of these.
    await wait(againAfterMs);
    await send(batch.filter(() => Math.random() < again));
    decisions.push(...batch);
    say(
      `${decisions.length} decisions published in ${messages} messages, ${await endedOf(fleet, stage)} actions ended`,
    );
    await eventually(async () => {
      const open = decisions.length - (await endedOf(fleet, stage));
      if (open > mostOpen && performance.now() < until) throw new Error(`${open} have not ended`);
    }, until - performance.now());
  }
  return { decisions, messages };
}

async function batchOf(stage: Stage, kube: Kube, targets: Targets, count: number): Promise<readonly Decision[]> {
  const { namespace } = targets;
  const pods = await kube.pods(namespace);
  const all = targets.nodes.length + targets.deployments.length;
  return Array.from({ length: count }, () => {
    const pod = pods[Math.floor(Math.random() * pods.length)]?.metadata.name;
    if (pod !== undefined && Math.random() < podRestarts)
      return decisionTo(stage, { action: 'restart_pod', target: { namespace, pod } });
    return decisionTo(stage, anythingOn(targets, Math.floor(Math.random() * all)));
  });
}

/** Copies come a little later than the first. */
function severalTimes(decisions: readonly Decision[]): readonly Decision[] {
  return decisions
    .flatMap((decision, index) => {
      const times = 1 + Math.floor(Math.random() * 2);
      return Array.from({ length: times }, (_, copy) => ({ decision, at: index + copy * Math.random() * 30 }));
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ decision }) => decision);
}
