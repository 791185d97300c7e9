import type { Facts } from '@wheelhouse/contracts';
import { found } from '../live/asking.ts';
import type { EventObject } from '../live/events.ts';
import type { PagePod } from '../live/pods.ts';
import { requestsOf } from '../state/requests.ts';
import { podsOf } from '../workload-page/look.ts';
import { isNewIn } from '../workload-page/new-pods.ts';
import { type Subject, subjectOf } from '../workload-page/subject.ts';
import { autoscalerOf } from './autoscalers.ts';
import { budgetsCovering } from './budgets.ts';
import { crashLogs } from './logs.ts';
import { type Looking, mostPods, nothingTold, oneCall, type Told } from './looking.ts';
import { factPod } from './pods.ts';
import type { SoughtPods } from './schema.ts';
import { warningsAbout, warningsOf } from './warnings.ts';
import { factWorkload } from './workload.ts';

/** A workload or a pod. */
export async function lookAtWorkload(looking: Looking, sought: SoughtPods): Promise<Told> {
  const { client, signal } = looking;
  const subject = await subjectOf(client, sought, signal);
  if (subject !== undefined) return lookAtSubject(looking, subject);
  // Our rights show no CronJobs: whether there is one without a run is told by whether that is refused.
  if (sought.kind === 'CronJob') {
    const path = `/apis/batch/v1/namespaces/${sought.namespace}/cronjobs/${sought.name}`;
    await found(client.get(path, {}, signal));
  }
  return nothingTold;
}

interface Known {
  /** What is looked at, where it is not this but what scales it. */
  readonly sought: EventObject;
  readonly autoscaler: Facts['autoscaler'];
}

export async function lookAtSubject(looking: Looking, subject: Subject, known?: Known): Promise<Told> {
  const { client, parts, at, partsSignal: signal } = looking;
  const { place, metadata, template, pod, facts } = subject;
  const { kind, namespace } = place;
  // Neither keeps what is to end by itself.
  const isKept = kind !== 'Job' && kind !== 'CronJob';
  const isScaled = kind === 'Deployment' || kind === 'StatefulSet';
  const labels = pod === undefined ? template?.metadata?.labels : metadata.labels;
  const asked = parts.see('pods', podsOf(client, subject, oneCall, signal));
  const [seen, budgets, autoscaler, warnings] = await Promise.all([
    asked,
    isKept ? budgetsCovering(looking, namespace, [{ namespace, labels: labels ?? {} }]) : [],
    known !== undefined ? known.autoscaler : isScaled ? autoscalerOf(looking, place) : null,
    warningsFor(looking, subject, asked, known?.sought),
  ]);
  const { pods = [], isAllPods = false } = seen ?? {};
  const isNew = isNewIn(subject, pods);
  return {
    ...nothingTold,
    exists: true,
    workload: factWorkload(subject),
    pods: pods.slice(0, mostPods).map((one) => factPod(one, isNew(one), at)),
    pods_total: isAllPods ? pods.length : seen === undefined ? null : Math.max(pods.length, facts?.desired ?? 0),
    budgets,
    autoscaler,
    warnings,
    logs: [...(await crashLogs(client, namespace, pods, parts, signal))],
    needs: isKept ? { ...requestsOf(pod?.spec ?? template?.spec), pods: 1 } : undefined,
  };
}

/** Of a pod its own; of all others those of what they make, too. */
async function warningsFor(
  looking: Looking,
  { place: { kind, namespace, name }, jobs }: Subject,
  asked: Promise<{ readonly pods: readonly PagePod[] } | undefined>,
  sought: EventObject = { kind, name },
): Promise<Facts['warnings']> {
  if (kind === 'Pod') return warningsOf(looking, namespace, { kind, name });
  const own = new Set(jobs.map((job) => job.name));
  const pods = new Set((await asked)?.pods.map(({ metadata }) => metadata.name));
  const isIt = (one: EventObject, other: EventObject) => one.kind === other.kind && one.name === other.name;
  return warningsAbout(looking, namespace, sought, (about) => {
    if (about.kind === 'Pod') return pods.has(about.name);
    if (about.kind === 'ReplicaSet') return kind === 'Deployment' && isReplicaSetOf(name, about.name);
    return isIt(about, { kind, name }) || isIt(about, sought) || (about.kind === 'Job' && own.has(about.name));
  });
}

/** Named after its Deployment and a hash, which has no dash. */
function isReplicaSetOf(deployment: string, name: string): boolean {
  return name.slice(0, Math.max(0, name.lastIndexOf('-'))) === deployment;
}
