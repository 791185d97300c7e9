import { type ClusterClient, templateHash } from '@wheelhouse/kubernetes';
import { type EventObject, eventsAbout, type EventShown } from '../live/events.ts';
import { listed } from '../live/listed.ts';
import { type LogsRight, logsRight } from '../live/logs-right.ts';
import { inOrder, isWaiting, type PagePod } from '../live/pods.ts';
import { ownerOf } from '../state/keep.ts';
import { isNewIn } from './new-pods.ts';
import type { WorkloadPlace } from './schema.ts';
import { type Subject, subjectOf } from './subject.ts';

/** A workload with all that its page shows of it. */
export interface Looked {
  readonly subject: Subject;
  /** In the order in which they are shown. */
  readonly pods: readonly PagePod[];
  readonly isAllPods: boolean;
  /** Newest first; undefined: they may not be read. */
  readonly events: readonly EventShown[] | undefined;
  readonly logs: LogsRight;
}

const mostPods = 500;
/** Of so many pods it is asked what the cluster says of them. */
const mostAsked = 6;

/** Undefined: there is no such workload. */
export async function lookAt(
  client: ClusterClient,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<Looked | undefined> {
  const [subject, logs] = await Promise.all([
    subjectOf(client, place, signal),
    logsRight(client, place.namespace, signal),
  ]);
  if (subject === undefined) return undefined;
  const { pods, isAllPods } = await podsOf(client, subject, mostPods, signal);
  const events = await eventsAbout(client, place.namespace, objectsOf(subject, pods), signal);
  return { subject, pods, isAllPods, events, logs };
}

/** In the order in which they are shown, of so many that are looked at. */
export async function podsOf(
  client: ClusterClient,
  { place, selector, owners, pod }: Subject,
  most: number,
  signal: AbortSignal,
): Promise<Pick<Looked, 'pods' | 'isAllPods'>> {
  if (pod !== undefined) return { pods: [pod], isAllPods: true };
  if (selector === undefined) return { pods: [], isAllPods: true };
  const path = `/api/v1/namespaces/${place.namespace}/pods`;
  const { items, isAll } = await listed<PagePod>(client, path, { labelSelector: selector, signal }, most);
  // A selector may match what another one looks after.
  const own = items.filter(({ metadata }) => owners.has(ownerOf(metadata)));
  return { pods: inOrder(own), isAllPods: isAll };
}

/** What the cluster may say something of: the workload, what makes its newest pods, and the first pods that wait. */
function objectsOf(subject: Subject, pods: readonly PagePod[]): readonly EventObject[] {
  const { kind, name } = subject.place;
  const isNew = isNewIn(subject, pods);
  const hash = pods.find((pod) => isNew(pod) === true)?.metadata.labels?.[templateHash];
  const waiting = pods.filter(isWaiting);
  const asked = (waiting.length > 0 ? waiting : pods).slice(0, mostAsked);
  return [
    { kind, name },
    ...(kind === 'Deployment' && hash !== undefined ? [{ kind: 'ReplicaSet', name: `${name}-${hash}` }] : []),
    ...subject.jobs
      .filter((job) => kind === 'CronJob' && job.name !== name)
      .map((job) => ({ kind: 'Job', name: job.name })),
    ...(subject.pod === undefined ? asked.map(({ metadata }) => ({ kind: 'Pod', name: metadata.name })) : []),
  ];
}
