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
const handedToSleepers = 30;

/** Publishes decisions on all targets, each once to three times. */
export class Publisher {
  readonly #fleet: Fleet;
  readonly #stage: Stage;
  readonly #kube: Kube;
  readonly #targets: Targets;
  readonly #decisions: Decision[] = [];
  #messages = 0;

  constructor(fleet: Fleet, stage: Stage, kube: Kube, targets: Targets) {
    this.#fleet = fleet;
    this.#stage = stage;
    this.#kube = kube;
    this.#targets = targets;
  }

  get decisions(): readonly Decision[] {
    return this.#decisions;
  }

  /** With those published again. */
  get messages(): number {
    return this.#messages;
  }

  async publish(count: number, say: (text: string) => void): Promise<void> {
    const ended = () => endedOf(this.#fleet, this.#stage);
    while (this.#decisions.length < count) {
      const most = Math.min(atOnce, count - this.#decisions.length);
      const batch = await batchOf(this.#stage, this.#kube, this.#targets, most);
      this.#decisions.push(...batch);
      await this.#send(severalTimes(batch));
      // By now they are at work, or somebody sleeps who will be handed some of these.
      await wait(againAfterMs);
      await this.#send(batch.filter(() => Math.random() < again));
      say(`${this.#decisions.length} decisions in ${this.#messages} messages, ${await ended()} actions ended`);
      while (this.#decisions.length - (await ended()) > mostOpen) await wait(100);
    }
  }

  /** The latest once more, so that whoever sleeps is handed some. */
  async again(): Promise<void> {
    await this.#send(this.#decisions.slice(-handedToSleepers));
  }

  async #send(several: readonly Decision[]): Promise<void> {
    await inParallel(several, sideBySide, async (decision) => {
      await eventually(() => this.#fleet.decide(decision));
      this.#messages += 1;
    });
  }
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
