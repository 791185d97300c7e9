import type { Facts } from '@wheelhouse/contracts';
import { type Condition, forAWhile, no, whenAll } from './conditions.ts';
import type { Rule } from './rule.ts';
import { type FactNode, isUnderWayOrDone, nowOf } from './seen.ts';
import { counted, cpu, lasting, memory, minuteMs, named } from './words.ts';

const flapsFrom = 3;
const pressureMs = 10 * minuteMs;
const deadMs = 5 * minuteMs;
const mostAwayShare = 0.1;

const notANode = 'it is no node';

function isHealthy({ ready, pressures }: FactNode): readonly Condition[] {
  return [
    { holds: ready === 'True', fails: 'the node is not Ready' },
    { holds: pressures.length === 0, fails: `the node is under pressure: ${pressures.join(', ')}` },
  ];
}

export const forgottenCordon: Rule = {
  name: 'forgotten_cordon',
  title: 'A cordon was forgotten',
  about:
    'A node was taken out of service a day ago or longer, is well, and nobody says that maintenance is going on. Its room is paid for and not used. Uncordoning gives it back.',
  when: [
    'The node is cordoned for so long that the monitor warns of it (24 hours unless its settings say otherwise).',
    'The node is Ready and not under pressure.',
    'No action of ours has cordoned or drained it within 24 hours.',
    'No maintenance window covers it.',
  ],
  follows: 'uncordon_node',
  needs: ['node', 'issues', 'actions'],
  prior: 0.75,
  judge: (facts) => {
    const { node } = facts;
    if (node === null) return no(notANode);
    const issue = facts.issues.find(({ reason, expected }) => reason === 'node_cordoned' && !expected);
    const ours = facts.actions.find((one) => one.action !== 'uncordon_node' && isUnderWayOrDone(one));
    return whenAll(
      [
        { holds: node.cordoned, fails: 'the node is not cordoned' },
        {
          holds: issue !== undefined && issue.severity !== 'info',
          fails: 'it is not cordoned for so long that the monitor warns of it',
        },
        ...isHealthy(node),
        { holds: ours === undefined, fails: 'an action of ours has cordoned or drained it within 24 hours' },
      ],
      () => ({
        verdict: 'matched',
        proposes: { action: 'uncordon_node', target: { node_name: node.name } },
        reason: `Node ${node.name} has been cordoned for ${lasting(node.cordoned_since, nowOf(facts))}${node.cordoned_by === null ? '' : ` (by ${node.cordoned_by})`}, is Ready and under no pressure, and no maintenance window covers it.`,
      }),
    );
  },
};

export const failingNode: Rule = {
  name: 'failing_node',
  title: 'A node keeps failing',
  about:
    'A node is not ready again and again, or has been short of memory, disk or process ids for a while. Its pods suffer with it, and there is room for them elsewhere. Draining moves them while the node can still end them in order.',
  when: [
    'The node was not Ready at least 3 times within an hour, or has been under pressure for 10 minutes.',
    'It is not gone: if it is not Ready, then for less than 5 minutes.',
    'At most 10 % of the nodes, though always one, are not Ready or cordoned.',
    'Other nodes have room for all of its pods.',
    'It is not drained yet, and no drain of it failed within 24 hours.',
  ],
  follows: 'drain_node',
  needs: ['node', 'room', 'actions'],
  prior: 0.6,
  judge: (facts) => {
    const { node } = facts;
    if (node === null) return no(notANode);
    const now = nowOf(facts);
    return whenAll(
      [
        isDrained(node),
        noDrain(facts),
        { holds: node.ready === 'True' || isAwayFor(node, now) < deadMs, fails: 'the node seems to be gone' },
        fewAway(facts),
        roomElsewhere(facts),
        isTroubled(node, now),
      ],
      () => ({
        verdict: 'matched',
        proposes: { action: 'drain_node', target: { node_name: node.name } },
        reason: `Node ${node.name} ${troubleWords(node, now)}. ${roomWords(facts)}`,
        advice: `Find out what is wrong before it is used again: kubectl describe node ${node.name}.`,
      }),
    );
  },
};

function isDrained({ cordoned, pods }: FactNode): Condition {
  return { holds: !(cordoned && pods === 0), fails: 'the node is cordoned and empty already' };
}

/** One that failed is not tried again by itself; one that waits or runs is enough. */
function noDrain({ actions }: Facts): Condition {
  const drain = actions.find((one) => one.action === 'drain_node' && one.status !== 'success' && isUnderWayOrDone(one));
  const how = drain?.status === 'failed' ? 'has failed' : 'is there already';
  return { holds: drain === undefined, fails: `a drain of the node within 24 hours ${how}` };
}

function isAwayFor({ ready_since: since }: FactNode, now: Date): number {
  return since === null ? Infinity : now.getTime() - new Date(since).getTime();
}

/** A node that is both is counted twice, which errs on the side of doing nothing. */
function fewAway({ nodes: { total, ready, cordoned } }: Facts): Condition {
  const away = total - ready + cordoned;
  const most = Math.max(1, total * mostAwayShare);
  return { holds: away <= most, fails: `${away} of ${total} nodes are not Ready or cordoned` };
}

function roomElsewhere({ room }: Facts): Condition {
  const holds =
    room !== null &&
    room.nodes > 0 &&
    room.cpu_free >= room.cpu_needed &&
    room.memory_free >= room.memory_needed &&
    room.pods_free >= room.pods_needed;
  return { holds, fails: 'other nodes have no room for its pods' };
}

function isTroubled(node: FactNode, now: Date): Condition {
  if (node.not_ready_in_hour >= flapsFrom) return { holds: true, fails: '' };
  if (node.pressures.length === 0)
    return { holds: false, fails: 'it was not Ready fewer than 3 times within the hour, and is under no pressure' };
  return forAWhile(node.pressure_since, pressureMs, now, 'it has not been under pressure for 10 minutes');
}

function troubleWords(node: FactNode, now: Date): string {
  const flaps =
    node.not_ready_in_hour >= flapsFrom ? [`was not Ready ${node.not_ready_in_hour} times within the hour`] : [];
  const pressed =
    node.pressures.length > 0
      ? [`has been under ${named(node.pressures)} for ${lasting(node.pressure_since, now)}`]
      : [];
  return [...flaps, ...pressed].join(' and ');
}

function roomWords({ room }: Facts): string {
  if (room === null) return '';
  return `Its ${counted(room.pods_needed, 'pod')} request ${cpu(room.cpu_needed)} and ${memory(room.memory_needed)}; ${counted(room.nodes, 'other node')} have ${cpu(room.cpu_free)} and ${memory(room.memory_free)} free.`;
}

export const deadNode: Rule = {
  name: 'dead_node',
  title: 'A node is gone',
  about:
    'A node has not been ready for five minutes. Kubernetes begins to replace its pods elsewhere by itself. Cordoned, it takes none of them back when it appears for a moment; whether the machine is gone for good only a person knows.',
  when: ['The node has not been Ready, or has not reported, for 5 minutes.', 'It is not cordoned.'],
  follows: 'cordon_node, and the advice to delete the node if it is gone',
  needs: ['node'],
  prior: 0.65,
  judge: (facts) => {
    const { node } = facts;
    if (node === null) return no(notANode);
    const now = nowOf(facts);
    return whenAll(
      [
        { holds: node.ready !== 'True', fails: 'the node is Ready' },
        { holds: !node.cordoned, fails: 'the node is cordoned already' },
        forAWhile(node.ready_since, deadMs, now, 'it has not been away for 5 minutes'),
      ],
      () => ({
        verdict: 'matched',
        proposes: { action: 'cordon_node', target: { node_name: node.name } },
        reason: `Node ${node.name} ${node.ready === 'Unknown' ? 'has stopped reporting' : 'has not been Ready'} for ${lasting(node.ready_since, now)}. Cordoned, it takes no new pods when it comes back.`,
        advice: `If the machine is gone for good, delete the node so that its pods can be replaced: kubectl delete node ${node.name}.`,
      }),
    );
  },
};
