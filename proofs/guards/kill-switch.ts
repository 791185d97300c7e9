import { watchEffects } from '@wheelhouse/kit';
import type { DeploymentMade } from '@wheelhouse/testkit';
import { healthy } from '../../services/action-agent/test/scripted-monitor.ts';
import type { CanaryHouse } from '../canary/house.ts';
import { replicasOf } from '../canary/judge.ts';
import { decide, endOf, type Ended, type Wanted, wordsOf } from './decide.ts';

/** Where the kill switch is engaged: before or after the nth effect of a name. */
interface Moment {
  readonly side: 'before' | 'after';
  readonly effect: string;
  readonly nth: number;
}

/** Of the agent's own, those that an action has; the rest comes by the clock. */
function isOfAction(effect: string): boolean {
  return (
    /^(PATCH|DELETE|POST) |action_agent\.(actions|decisions|open_actions)|analysis\.decisions/.test(effect) &&
    !/kill_switches/.test(effect)
  );
}

const isWrite = (effect: string) => /^(PATCH|DELETE|POST) /.test(effect);

/** Watches the effects of this process, and engages the kill switch where it is told to. */
export class Watch {
  readonly effects: string[] = [];
  #house: CanaryHouse;
  #moment: Moment | undefined;
  #counts = new Map<string, number>();
  #engaging: Promise<void> | undefined;
  #isEngaged = false;
  #isReleasedAtOnce = false;
  /** Changes that began after the kill switch was engaged, and the caller was told so, and are not among those allowed. */
  late: string[] = [];

  constructor(house: CanaryHouse) {
    this.#house = house;
    watchEffects((side, effect) => this.#see(side, effect));
  }

  arm(moment: Moment | undefined, isReleasedAtOnce = false): void {
    this.#moment = moment;
    this.#isReleasedAtOnce = isReleasedAtOnce;
    this.#counts.clear();
    this.effects.length = 0;
    this.late = [];
    this.#engaging = undefined;
    this.#isEngaged = false;
  }

  async disarm(): Promise<void> {
    await this.#engaging;
    this.#moment = undefined;
    await this.#house.call('POST', '/api/v1/kill-switch/release', {});
  }

  async #see(side: 'before' | 'after', effect: string): Promise<void> {
    if (!isOfAction(effect)) return;
    if (side === 'before' && isWrite(effect) && this.#isEngaged && !(await this.#isAllowed())) this.late.push(effect);
    if (side === 'after') this.effects.push(effect);
    const key = `${side} ${effect}`;
    const nth = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, nth);
    const moment = this.#moment;
    if (moment === undefined || moment.side !== side || moment.effect !== effect || moment.nth !== nth) return;
    this.#moment = undefined;
    this.#engaging = this.#engage();
    // Whoever is about to commit holds the row that the kill switch would end: it goes on, and is met right after.
    const patience = new Promise((resolve) => setTimeout(resolve, 300));
    await Promise.race([this.#engaging, patience]);
  }

  /** By the row of the one action that runs: it uncordons, or the intent to revert it is written. */
  async #isAllowed(): Promise<boolean> {
    const { db, tenantId } = this.#house;
    const [row] = await db.tenant(tenantId, (tenant) =>
      tenant.query<{ action: string; revert: string }>(
        `SELECT action, revert FROM action_agent.actions WHERE status = 'executing'`,
      ),
    );
    return row?.action === 'uncordon_node' || row?.revert === 'unknown';
  }

  async #engage(): Promise<void> {
    const { status } = await this.#house.call('POST', '/api/v1/kill-switch/engage', {});
    if (status !== 200) throw new Error(`the kill switch was not engaged: ${status}`);
    this.#isEngaged = true;
    if (this.#isReleasedAtOnce) await this.#house.call('POST', '/api/v1/kill-switch/release', {});
  }
}

/** An action to engage it at, and how it may end. */
interface Way {
  readonly name: string;
  readonly make: (house: CanaryHouse) => Promise<{ readonly wanted: Wanted; readonly made?: DeploymentMade }>;
  readonly endings: readonly string[];
}

function onDeployment(action: 'rollback_deployment' | 'scale_deployment'): Way['make'] {
  return async ({ kube }) => {
    const made = await kube.deployment(1);
    return { wanted: { action, target: { namespace: made.namespace, deployment_name: made.name } }, made };
  };
}

export const ways: readonly Way[] = [
  {
    name: 'cordon_node',
    make: async ({ kube }) => ({ wanted: { action: 'cordon_node', target: { node_name: await kube.node() } } }),
    endings: ['success', 'refused kill_switch'],
  },
  {
    name: 'uncordon_node',
    make: async ({ kube }) => {
      const node = await kube.node();
      await kube.cordon(node, true);
      return { wanted: { action: 'uncordon_node', target: { node_name: node } } };
    },
    endings: ['success'],
  },
  {
    name: 'restart_pod',
    make: async ({ kube }) => {
      const { namespace } = await kube.deployment(1);
      const [pod] = await kube.pods(namespace);
      return { wanted: { action: 'restart_pod', target: { namespace, pod: pod?.metadata.name ?? '' } } };
    },
    endings: ['success', 'refused kill_switch'],
  },
  {
    name: 'rollback_deployment',
    make: onDeployment('rollback_deployment'),
    endings: ['success', 'refused kill_switch'],
  },
  {
    name: 'drain_node',
    make: async ({ kube }) => {
      const node = await kube.reservedNode();
      await kube.deployment(2, { node });
      return { wanted: { action: 'drain_node', target: { node_name: node } } };
    },
    // Stopped half way it has cordoned the node, and says so.
    endings: ['success', 'refused kill_switch', 'failed'],
  },
  {
    name: 'scale_deployment, reverted by its canary',
    make: async (house) => {
      const { wanted, made } = await onDeployment('scale_deployment')(house);
      house.monitor.health = async (id) => {
        const replicas = made === undefined ? 1 : await replicasOf(house, made);
        return healthy(id, replicas === 1 ? 90 : 20);
      };
      return { wanted, ...(made === undefined ? {} : { made }) };
    },
    endings: ['failed reverted', 'refused kill_switch'],
  },
];

export interface Stopped {
  readonly runs: number;
  readonly wrong: readonly string[];
}

/** Each way undisturbed, and then with the kill switch engaged at its effects. */
export async function stopAtEachEffect(
  house: CanaryHouse,
  watch: Watch,
  quick: boolean,
  say: (text: string) => void,
): Promise<Stopped> {
  const wrong: string[] = [];
  let runs = 0;
  for (const way of ways) {
    await runOf(house, watch, way, undefined);
    const effects = [...watch.effects];
    await watch.disarm();
    const moments = momentsIn(effects, quick);
    for (const moment of moments) {
      const found = await runOf(house, watch, way, moment);
      await watch.disarm();
      runs += 1;
      if (found !== undefined) wrong.push(found);
    }
    say(`${way.name}: engaged at ${moments.length} moments of ${effects.length} effects`);
  }
  return { runs, wrong };
}

function momentsIn(effects: readonly string[], quick: boolean): readonly Moment[] {
  const all = effects.flatMap((effect, index) => {
    const nth = effects.slice(0, index + 1).filter((one) => one === effect).length;
    return (['before', 'after'] as const).map((side) => ({ side, effect, nth }));
  });
  if (!quick) return all;
  // Around the changes: the intent before them, they themselves, and what is written after.
  return all.filter(({ effect }, index) => isWrite(effect) || isWrite(all[index + 2]?.effect ?? ''));
}

/** What is wrong with how it ended; undefined if nothing is. */
async function runOf(
  house: CanaryHouse,
  watch: Watch,
  way: Way,
  moment: Moment | undefined,
): Promise<string | undefined> {
  const { wanted, made } = await way.make(house);
  watch.arm(moment);
  const ended = await endOf(house, await decide(house, wanted));
  const replicas = made !== undefined && wanted.action === 'scale_deployment' ? await replicasOf(house, made) : 1;
  const found = wordsOf(ended);
  const where = moment === undefined ? 'undisturbed' : `${moment.side} ${moment.effect} ${moment.nth}`;
  const isRight = way.endings.includes(found) && watch.late.length === 0 && replicas === 1 && isTold(ended);
  return isRight
    ? undefined
    : `${way.name}, ${where}: ${found}, begun after it ${watch.late.join(', ') || 'nothing'}, replicas ${replicas}`;
}

/** What was stopped says that nothing was sent; a drain that had begun has failed, and says how the node was left. */
function isTold({ status, result, code, effect, message }: Ended): boolean {
  if (status === 'failed' && result === null) return code === 'kill_switch' && /(stays|may be) cordoned/.test(message);
  return code !== 'kill_switch' || effect === 'not_sent';
}

/** Control: released as soon as it was engaged, it stops nothing, and the change that follows is seen. */
export async function seenWhenReleased(house: CanaryHouse, watch: Watch): Promise<boolean> {
  const { make } = ways[0] ?? { make: undefined };
  if (make === undefined) return false;
  const { wanted } = await make(house);
  watch.arm(
    {
      side: 'before',
      effect:
        'commit insert action_agent.decisions, insert action_agent.actions, insert action_agent.guard_uses, insert action_agent.open_actions',
      nth: 1,
    },
    true,
  );
  await endOf(house, await decide(house, wanted));
  const seen = watch.late.length > 0;
  await watch.disarm();
  return seen;
}
