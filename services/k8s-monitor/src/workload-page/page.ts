import { uuidPattern } from '@wheelhouse/contracts';
import type { SetBy as ShownBy } from '../changes/schema.ts';
import { isoTime, shownPod } from '../live/pods.ts';
import type { SetBy } from '../state/facts.ts';
import { ownerOf } from '../state/keep.ts';
import { statusOf } from '../state/workload-status.ts';
import type { StoredWorkload } from '../workloads/stored.ts';
import { isNewIn } from './new-pods.ts';
import type { Looked } from './look.ts';
import type { WorkloadPage, WorkloadPlace } from './schema.ts';
import type { JobSeen, Subject } from './subject.ts';
import { wrongWith } from './wrong.ts';

/** What of a page is told by the cluster; the rest is kept here. */
export type Told = Omit<WorkloadPage, 'issues' | 'changes'>;

const mostPods = 50;
const mostEvents = 20;
/** As platform marks what it makes for an app. */
const appLabel = 'wheelhouse.dev/app';
const isId = new RegExp(uuidPattern);

/** As the cluster told it just now. */
export function toldPage(clusterId: string, looked: Looked, at: Date): Told {
  const { subject, pods, isAllPods, events, logs } = looked;
  const { place, metadata, facts, template } = subject;
  const { containers = [] } = template?.spec ?? {};
  const app = metadata.labels?.[appLabel] ?? '';
  const isNew = isNewIn(subject, pods);
  return {
    cluster_id: clusterId,
    ...place,
    status: facts === undefined ? phaseOf(subject) : statusOf(facts),
    ...wrongWith(looked, at),
    ...countsOf(subject),
    images: containers.map(({ image = '' }) => image),
    containers: containers.map(({ name }) => name),
    replicas_by: shownBy(facts?.replicasBy),
    template_by: shownBy(facts?.templateBy),
    owner: ownerShown(ownerOf(metadata)),
    app_id: isId.test(app) ? app : null,
    created_at: isoTime(metadata.creationTimestamp),
    pods: pods.slice(0, mostPods).map((pod) => ({
      ...shownPod(pod, at, events),
      node: pod.spec?.nodeName ?? null,
      is_new: isNew(pod),
    })),
    pods_total: isAllPods ? pods.length : Math.max(pods.length, facts?.desired ?? 0),
    events: events === undefined ? null : events.slice(0, mostEvents),
    logs: { ...logs },
    observed_at: at.toISOString(),
    stale: false,
    fault: null,
  };
}

/** As it was last known, where the cluster does not answer. */
export function stalePage(row: StoredWorkload, place: WorkloadPlace, fault: string): Told {
  const by = (manager: string | null, at: Date | null): ShownBy | null =>
    manager === null ? null : { manager, at: at?.toISOString() ?? null };
  return {
    cluster_id: row.cluster_id,
    ...place,
    status: row.status,
    reason: null,
    message: null,
    desired: row.desired,
    ready: row.ready,
    available: row.available,
    updated: null,
    images: [...row.images],
    containers: [],
    replicas_by: by(row.replicas_by, row.replicas_at),
    template_by: by(row.template_by, row.template_at),
    owner: null,
    app_id: null,
    created_at: row.created_at?.toISOString() ?? null,
    pods: [],
    pods_total: null,
    events: null,
    logs: { allowed: null, grant: null },
    observed_at: row.observed_at?.toISOString() ?? null,
    stale: true,
    fault,
  };
}

function countsOf({ facts, jobs, pod, place }: Subject): Pick<Told, 'desired' | 'ready' | 'available' | 'updated'> {
  if (facts !== undefined) {
    const { desired, ready, available, updated } = facts;
    return { desired, ready, available, updated };
  }
  const [job] = place.kind === 'Job' ? jobs : [];
  const nobody = { desired: null, ready: null, available: null, updated: null };
  if (pod !== undefined || job === undefined) return nobody;
  return { ...nobody, desired: job.completions ?? null, ready: job.ready };
}

function phaseOf({ pod, jobs }: Subject): Told['status'] {
  if (pod !== undefined) return podPhases[pod.status?.phase ?? ''] ?? 'pending';
  const [newest] = jobs;
  return newest === undefined ? 'pending' : jobPhase(newest);
}

const podPhases: Readonly<Record<string, Told['status']>> = {
  Running: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
  // Its node does not answer.
  Unknown: 'failed',
};

function jobPhase({ end, active }: JobSeen): Told['status'] {
  if (end !== undefined) return end === 'Complete' ? 'succeeded' : 'failed';
  return active > 0 ? 'running' : 'pending';
}

/** From `Kind/namespace/name`; empty: nobody does. */
export function ownerShown(key: string): { readonly kind: string; readonly name: string } | null {
  const [kind = '', , name = ''] = key.split('/');
  return key === '' ? null : { kind, name };
}

export function shownBy(by: SetBy | undefined): ShownBy | null {
  if (by === undefined || by.manager === '') return null;
  return { manager: by.manager, at: by.at === undefined ? null : new Date(by.at).toISOString() };
}
