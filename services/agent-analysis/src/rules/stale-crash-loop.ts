import type { FactPod } from '@wheelhouse/contracts';
import { forAWhile, no, whenAll } from './conditions.ts';
import type { Rule } from './rule.ts';
import { isOutOfMemory, living, namespaceOf, nothingChanged, nowOf, podCount } from './seen.ts';
import { counted, lasting, minuteMs } from './words.ts';

const backOffMs = 2 * minuteMs;

export const staleCrashLoop: Rule = {
  name: 'stale_crash_loop',
  title: 'A pod waits in a crash loop that may be over',
  about:
    'Some pods crash while others of the same template run, and nobody changed anything: what they crashed on may be gone, or lie in the pod itself. Kubernetes waits up to five minutes before each new start. A new pod starts at once, perhaps elsewhere. This is tried once.',
  when: [
    'At most half of the pods are in a crash loop, and none of these ran out of memory.',
    'The pod has been waiting for its next start for 2 minutes.',
    'All other pods are Ready, at least one of them of the same template.',
    'Nothing was changed within 60 minutes.',
    'A controller would replace the pod.',
    'The rule has proposed no restart for this incident.',
  ],
  follows: 'restart_pod, once',
  needs: ['workload', 'pods', 'changes'],
  prior: 0.55,
  judge: (facts, { proposed }) => {
    const pods = living(facts);
    const crashing = pods.filter(({ waiting }) => waiting === 'CrashLoopBackOff');
    const [pod] = crashing.toSorted(byRestarts);
    if (pod === undefined) return no('no pod is in a crash loop');
    const now = nowOf(facts);
    const total = podCount(facts);
    const others = pods.filter((one) => !crashing.includes(one));
    const namespace = namespaceOf(facts);
    const end = pod.last_end;
    return whenAll(
      [
        { holds: facts.workload !== null, fails: 'it is no workload with pods of its own' },
        { holds: !proposed.has('stale_crash_loop'), fails: 'it has proposed a restart for this incident already' },
        { holds: pod.has_controller, fails: `nothing would replace pod ${pod.name}: it has no controller` },
        {
          holds: crashing.length * 2 <= total,
          fails: `${crashing.length} of ${total} pods crash, which is more than half`,
        },
        { holds: !crashing.some(isOutOfMemory), fails: 'it ran out of memory, and would again' },
        ...others.map(({ name, ready }) => ({ holds: ready, fails: `pod ${name} is not Ready either` })),
        {
          holds: others.some(({ is_new: isNew }) => isNew === pod.is_new),
          fails: 'no pod of the same template is Ready',
        },
        nothingChanged(facts),
        forAWhile(end?.at, backOffMs, now, `pod ${pod.name} has not been waiting for 2 minutes`),
      ],
      () => ({
        verdict: 'matched',
        proposes: { action: 'restart_pod', target: { namespace, pod: pod.name } },
        reason: `Pod ${namespace}/${pod.name} has restarted ${counted(pod.restarts, 'time')} and has been waiting for its next start for ${lasting(end?.at, now)} (last end: ${endWords(pod)}), while its ${counted(others.length, 'sibling')} ${others.length === 1 ? 'is' : 'are'} Ready and nothing was changed within the hour.`,
      }),
    );
  },
};

function byRestarts(one: FactPod, other: FactPod): number {
  return other.restarts - one.restarts || (one.name < other.name ? -1 : 1);
}

function endWords({ last_end: end }: FactPod): string {
  if (end === null) return 'unknown';
  return end.exit_code === null ? end.reason : `${end.reason}, exit code ${end.exit_code}`;
}
