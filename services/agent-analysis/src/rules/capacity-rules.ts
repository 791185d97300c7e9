import type { FactContainer, FactPod, Facts } from '@wheelhouse/contracts';
import { no } from './conditions.ts';
import type { Rule } from './rule.ts';
import { isOutOfMemory, living, namespaceOf } from './seen.ts';
import { counted, cpu, halfMore, memory, named } from './words.ts';

export const outOfMemory: Rule = {
  name: 'out_of_memory',
  title: 'A container runs out of memory',
  about:
    'A container was killed because it used more memory than its limit allows. Restarted, it does so again, sooner or later: its limit is too low, or it leaks.',
  when: ['The last end of a container was OOMKilled.'],
  follows: 'the suggestion of a limit half as high again',
  needs: ['pods'],
  prior: 0.7,
  judge: (facts) => {
    const killed = living(facts).filter(isOutOfMemory);
    const [first] = killed;
    if (first === undefined) return no('no container was killed for want of memory');
    const name = first.last_end?.container ?? '';
    const container = facts.workload?.containers.find((one) => one.name === name);
    const times = killed
      .filter(({ last_end: end }) => end?.container === name)
      .reduce((sum, { restarts }) => sum + Math.max(1, restarts), 0);
    return {
      verdict: 'suggestion',
      reason: `Container ${name} of ${counted(killed.length, 'pod')} was killed for want of memory (${named(killed.map((pod) => pod.name))}).`,
      advice: limitWords(name, container, times),
      whyNoAction: 'A restarted pod has the same limit, and is killed again.',
    };
  },
};

function limitWords(name: string, container: FactContainer | undefined, times: number): string {
  const often = counted(times, 'time');
  const limit = container?.memory_limit ?? null;
  if (limit === null)
    return `Container ${name} has no memory limit that is known, restarted ${often}: its node ran out. Give it a request that is as high as what it uses, so that it is placed where there is room.`;
  return `Limit of ${name} ${memory(limit)}, restarted ${often}: try ${memory(halfMore(limit))}. If it is killed again, look for a leak.`;
}

export const autoscalerAtMaximum: Rule = {
  name: 'autoscaler_at_maximum',
  title: 'An autoscaler is at its maximum',
  about:
    'The autoscaler has as many replicas as it may have and would keep or exceed them: it cannot absorb more load.',
  when: ['The autoscaler of the workload has reached its maximum.'],
  follows: 'the suggestion of a higher maximum',
  needs: ['autoscaler'],
  prior: 0.65,
  judge: (facts) => {
    const { autoscaler } = facts;
    if (autoscaler === null) return no('it has no autoscaler');
    if (!autoscaler.at_maximum) return no('its autoscaler is not at its maximum');
    const { name, current, maximum, wanted } = autoscaler;
    const next = Math.max(maximum + 1, Math.ceil(maximum * 1.5));
    const more = wanted > maximum ? `, and wants ${wanted}` : '';
    return {
      verdict: 'suggestion',
      reason: `Autoscaler ${name} has ${current} of at most ${maximum} replicas${more}.`,
      advice: `If the load is real, raise its maximum from ${maximum} to ${next}: kubectl -n ${namespaceOf(facts)} edit hpa ${name}.${roomWords(facts, next - maximum)}`,
      whyNoAction: 'The autoscaler would undo any other number of replicas; its maximum is set where it is deployed.',
    };
  },
};

/** As far as that is known. */
function roomWords({ room }: Facts, more: number): string {
  if (room === null) return '';
  const fits = Math.min(
    room.pods_free,
    room.cpu_needed > 0 ? Math.floor(room.cpu_free / room.cpu_needed) : Infinity,
    room.memory_needed > 0 ? Math.floor(room.memory_free / room.memory_needed) : Infinity,
  );
  const most = Math.max(0, fits);
  return most >= more ? ` There is room for ${most} more.` : ` There is room for only ${most} more: add nodes first.`;
}

export const noRoom: Rule = {
  name: 'no_room',
  title: 'No room for pods',
  about:
    'No node can run some pods: too little free CPU or memory, or a selector, taint, affinity or volume that matches no node.',
  when: ['Some pods have no place on any node, and no raise of the replicas within the hour explains it.'],
  follows: 'the suggestion of what is missing, with figures',
  needs: ['pods'],
  prior: 0.65,
  judge: (facts) => {
    const waiting = living(facts).filter(({ unschedulable }) => unschedulable !== null);
    const [first] = waiting;
    if (first === undefined) return no('every pod has a place on a node');
    return {
      verdict: 'suggestion',
      reason: `${counted(waiting.length, 'pod')} ${waiting.length === 1 ? 'has' : 'have'} no place (${named(waiting.map(({ name }) => name))}). The scheduler says: ${first.unschedulable ?? ''}`,
      advice: placeWords(facts, waiting),
      whyNoAction: 'Our actions add no node and change no request; a restarted pod would wait just the same.',
    };
  },
};

function placeWords(facts: Facts, waiting: readonly FactPod[]): string {
  const { room } = facts;
  const others = 'If a selector, a taint or a volume rules the nodes out, change that.';
  if (room === null) return `Add a node, or lower what the pods request. ${others}`;
  const { cpu_needed: cpuEach, memory_needed: memoryEach, nodes, cpu_free: cpuFree, memory_free: memoryFree } = room;
  const all = `${cpu(cpuEach * waiting.length)} and ${memory(memoryEach * waiting.length)}`;
  return `Each requests ${cpu(cpuEach)} and ${memory(memoryEach)}, together ${all}; ${counted(nodes, 'node')} that take pods have ${cpu(cpuFree)} and ${memory(memoryFree)} free in all, for ${counted(Math.max(0, room.pods_free), 'pod')}. Add a node with at least ${cpu(cpuEach)} and ${memory(memoryEach)} free, or lower the requests. ${others}`;
}
