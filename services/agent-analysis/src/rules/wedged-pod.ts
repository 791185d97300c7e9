import type { FactPod, Facts } from '@wheelhouse/contracts';
import { type Condition, forAWhile, no, whenAll } from './conditions.ts';
import type { Rule } from './rule.ts';
import { living, namespaceOf, nothingChanged, nowOf, podCount } from './seen.ts';
import { counted, duration, hourMs, lasting, minuteMs } from './words.ts';

const wedgedAfterMs = 3 * minuteMs;
const readyBeforeMs = hourMs;

export const wedgedPod: Rule = {
  name: 'wedged_pod',
  title: 'A pod hangs',
  about:
    'A pod runs but no longer answers its readiness probe, and nothing restarts it. Its siblings on the same template are well, its node is well, and nobody changed anything: the process itself hangs. A new pod in its place usually helps.',
  when: [
    'A pod is Running, has not restarted, and has not been Ready for 3 minutes.',
    'At most a third of the pods are not Ready; or it is the only pod, and was Ready for an hour before.',
    'Its node is Ready and not under pressure.',
    'All other pods of the same template are Ready.',
    'The rollout is done, and nothing was changed within 60 minutes.',
    'A controller would replace the pod.',
  ],
  follows: 'restart_pod',
  needs: ['workload', 'pods', 'changes', 'node'],
  prior: 0.7,
  judge: (facts) => {
    const pods = living(facts);
    const [pod, ...others] = pods.filter(isWedged).toSorted(byTime);
    if (pod === undefined) return no('no pod is Running and not Ready without having restarted');
    const now = nowOf(facts);
    const siblings = pods.filter((one) => one.is_new === pod.is_new && one !== pod && !others.includes(one));
    const namespace = namespaceOf(facts);
    return whenAll(
      [
        { holds: facts.workload !== null, fails: 'it is no workload with pods of its own' },
        { holds: pod.has_controller, fails: `nothing would replace pod ${pod.name}: it has no controller` },
        share(facts, pods, pod),
        nodeIsWell(facts, pod),
        ...siblings.map(({ name, ready }) => ({ holds: ready, fails: `its sibling ${name} is not Ready either` })),
        {
          holds: podCount(facts) === 1 || siblings.length > 0,
          fails: 'no sibling of the same template is Ready',
        },
        { holds: facts.workload?.rollout === 'done', fails: 'a rollout is going on' },
        nothingChanged(facts),
        forAWhile(pod.ready_since, wedgedAfterMs, now, `pod ${pod.name} has not been unready for 3 minutes`),
      ],
      () => ({
        verdict: 'matched',
        proposes: { action: 'restart_pod', target: { namespace, pod: pod.name } },
        reason: `Pod ${namespace}/${pod.name} has been Running but not Ready for ${lasting(pod.ready_since, now)} without a restart, and nothing was changed within the hour. ${company(pod, siblings.length)}`,
      }),
    );
  },
};

function isWedged({ phase, ready, restarts, waiting, unschedulable }: FactPod): boolean {
  return phase === 'Running' && !ready && restarts === 0 && waiting === null && unschedulable === null;
}

/** The one that has hung the longest. */
function byTime(one: FactPod, other: FactPod): number {
  const since = ({ ready_since: moment }: FactPod) => (moment === null ? Infinity : new Date(moment).getTime());
  const [a, b] = [since(one), since(other)];
  return a === b ? (one.name < other.name ? -1 : 1) : a - b;
}

function share(facts: Facts, pods: readonly FactPod[], pod: FactPod): Condition {
  const total = podCount(facts);
  if (total === 1)
    return {
      holds: readyBefore(pod) >= readyBeforeMs,
      fails: `the only pod ${pod.name} was not Ready for an hour before`,
    };
  const away = pods.filter(({ ready }) => !ready).length;
  return { holds: away * 3 <= total, fails: `${away} of ${total} pods are not Ready, which is more than a third` };
}

function readyBefore({ created_at: created, ready_since: since }: FactPod): number {
  return created === null || since === null ? 0 : new Date(since).getTime() - new Date(created).getTime();
}

function nodeIsWell({ pod_nodes: nodes }: Facts, pod: FactPod): Condition {
  const node = nodes.find(({ name }) => name === pod.node);
  const holds = node !== undefined && node.ready === 'True' && node.pressures.length === 0;
  return { holds, fails: `its node ${pod.node ?? ''} is not well` };
}

function company(pod: FactPod, siblings: number): string {
  if (siblings > 0)
    return `Its ${counted(siblings, 'sibling')} on the same template ${siblings === 1 ? 'is' : 'are'} Ready, and so is its node.`;
  return `It is the only pod, was Ready for ${duration(readyBefore(pod))} before, and its node is Ready.`;
}
