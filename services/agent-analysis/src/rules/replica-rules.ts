import type { Facts } from '@wheelhouse/contracts';
import { type Condition, no, whenAll } from './conditions.ts';
import type { Rule } from './rule.ts';
import { changesWithinHour, type FactChange, living, namespaceOf, noAutoscaler } from './seen.ts';
import { clockTime, counted, named } from './words.ts';

/** A change of the wanted replicas that nobody has changed again since. */
interface Rescaled {
  readonly before: number;
  readonly after: number;
  readonly change: FactChange;
}

function rescaled(facts: Facts): Rescaled | undefined {
  const change = changesWithinHour(facts).find(({ change: what }) => what === 'replicas');
  const before = change?.replicas.before ?? null;
  const after = change?.replicas.after ?? null;
  return change === undefined || before === null || after === null ? undefined : { before, after, change };
}

function byWhom({ manager }: FactChange): string {
  return manager === null ? '' : ` by ${manager}`;
}

function isDeployment({ workload }: Facts): Condition {
  return { holds: workload?.kind === 'Deployment', fails: 'only Deployments can be scaled' };
}

function stillSo({ workload }: Facts, after: number): Condition {
  const desired = workload?.desired ?? null;
  return { holds: desired === after, fails: `${desired ?? 'an unknown number of'} replicas are wanted by now` };
}

function back(facts: Facts, replicas: number) {
  const target = { namespace: namespaceOf(facts), deployment_name: facts.workload?.name ?? '', replicas };
  return { action: 'scale_deployment', target } as const;
}

export const replicasTooMany: Rule = {
  name: 'replicas_too_many',
  title: 'More replicas than there is room for',
  about:
    'Somebody raised the number of replicas a moment ago, and some of the new pods find no node to run on. Going back to the earlier number ends that, and takes nothing away that had worked.',
  when: [
    'Pods of a Deployment have no place on any node.',
    'Its replicas were raised within the last 60 minutes, from at least one, and not changed since.',
    'No autoscaler decides how many there are.',
  ],
  follows: 'scale_deployment to the earlier number',
  needs: ['workload', 'pods', 'changes', 'autoscaler'],
  prior: 0.75,
  judge: (facts) => {
    const waiting = living(facts).filter(({ unschedulable }) => unschedulable !== null);
    if (waiting.length === 0) return no('every pod has a place on a node');
    const found = rescaled(facts);
    if (found === undefined) return no('its replicas were not changed within the last 60 minutes');
    const { before, after, change } = found;
    return whenAll(
      [
        isDeployment(facts),
        { holds: before < after, fails: `its replicas were lowered from ${before} to ${after}` },
        { holds: before > 0, fails: 'it had no replica before' },
        stillSo(facts, after),
        noAutoscaler(facts),
      ],
      () => ({
        verdict: 'matched',
        proposes: back(facts, before),
        reason: `${counted(waiting.length, 'pod')} of ${facts.workload?.name ?? ''} ${waiting.length === 1 ? 'has' : 'have'} no place (${named(waiting.map(({ name }) => name))}) since its replicas were raised from ${before} to ${after} at ${clockTime(change.at)}${byWhom(change)}. There was room for ${before}.`,
        advice: `If ${after} replicas are needed, add a node or lower what each pod requests.`,
      }),
    );
  },
};

const tooFewSigns: ReadonlySet<string> = new Set([
  'usage_near_limit',
  'budget_without_headroom',
  'autoscaler_at_maximum',
  'replica_shortfall',
]);

export const replicasTooFew: Rule = {
  name: 'replicas_too_few',
  title: 'Fewer replicas than are needed',
  about:
    'Somebody lowered the number of replicas a moment ago, and since then those that are left are near their limits, or a disruption budget has no headroom. Going back to the earlier number ends that, if there is room for the pods.',
  when: [
    'The replicas of a Deployment were lowered within the last 60 minutes, to at least one, and not changed since.',
    'Since then usage_near_limit, budget_without_headroom, autoscaler_at_maximum or replica_shortfall was found about it.',
    'Other nodes have room for the missing pods.',
    'No autoscaler decides how many there are.',
  ],
  follows: 'scale_deployment to the earlier number',
  needs: ['workload', 'changes', 'issues', 'room', 'autoscaler'],
  prior: 0.7,
  judge: (facts) => {
    const found = rescaled(facts);
    if (found === undefined) return no('its replicas were not changed within the last 60 minutes');
    const { before, after, change } = found;
    const since = new Date(change.at);
    const sign = facts.issues.find(
      ({ reason, expected, first_seen: first }) => tooFewSigns.has(reason) && !expected && new Date(first) > since,
    );
    return whenAll(
      [
        isDeployment(facts),
        { holds: after < before, fails: `its replicas were raised from ${before} to ${after}` },
        { holds: after > 0, fails: 'it was switched off on purpose: no replica is wanted' },
        stillSo(facts, after),
        { holds: sign !== undefined, fails: 'nothing has been found since that fewer replicas would explain' },
        roomFor(facts, before - after),
        noAutoscaler(facts),
      ],
      () => ({
        verdict: 'matched',
        proposes: back(facts, before),
        reason: `The replicas of ${facts.workload?.name ?? ''} were lowered from ${before} to ${after} at ${clockTime(change.at)}${byWhom(change)}, and since ${clockTime(sign?.first_seen ?? change.at)}: ${sign?.message ?? ''} There is room for ${counted(before - after, 'more pod')}.`,
      }),
    );
  },
};

/** Of a workload, what is needed is that of one pod. */
function roomFor({ room }: Facts, pods: number): Condition {
  const holds =
    room !== null &&
    room.nodes > 0 &&
    room.cpu_free >= pods * room.cpu_needed &&
    room.memory_free >= pods * room.memory_needed &&
    room.pods_free >= pods;
  return { holds, fails: `there is no room for ${counted(pods, 'more pod')}` };
}
