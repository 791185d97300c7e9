import { type ClusterClient, type LabelSelector, type LiveCondition, selectorText } from '@wheelhouse/kubernetes';
import { found, optional } from '../live/asking.ts';
import { listed } from '../live/listed.ts';
import type { PagePod } from '../live/pods.ts';
import { objectKey, type JobFacts, type WorkloadFacts } from '../state/facts.ts';
import { keepDaemonSet, keepDeployment, keepJob, keepStatefulSet } from '../state/keep.ts';
import type { RawDaemonSet, RawDeployment, RawJob, RawMetadata, RawStatefulSet, RawTemplate } from '../state/raw.ts';
import type { WorkloadPlace } from './schema.ts';

/** What a page is about, as the cluster tells it. */
export interface Subject {
  readonly place: WorkloadPlace;
  readonly metadata: RawMetadata;
  /** Of what makes pods. */
  readonly template: RawTemplate | undefined;
  /** Of a Deployment, StatefulSet or DaemonSet. */
  readonly facts: WorkloadFacts | undefined;
  readonly conditions: readonly LiveCondition[];
  /** By which its pods know that they are made of the template as it is now, where they can. */
  readonly newest: { readonly label: string; readonly value: string } | undefined;
  readonly jobs: readonly JobSeen[];
  /** Of its pods; undefined: it has none that are listed. */
  readonly selector: string | undefined;
  /** Who looks after its pods, each as `Kind/namespace/name`. */
  readonly owners: ReadonlySet<string>;
  /** It is a pod itself. */
  readonly pod: PagePod | undefined;
}

export interface JobSeen extends JobFacts {
  readonly active: number;
  readonly completions: number | undefined;
  readonly ready: number;
}

interface Selected {
  readonly metadata: RawMetadata;
  readonly spec?: { readonly selector?: LabelSelector | null; readonly template?: RawTemplate };
  readonly status?: { readonly conditions?: readonly LiveCondition[] };
}
type Live<Raw> = Raw & Selected;

interface LiveJob extends RawJob {
  readonly spec?: { readonly completions?: number; readonly template?: RawTemplate; readonly selector?: LabelSelector };
  readonly status?: RawJob['status'] & { readonly active?: number; readonly ready?: number };
}

interface LiveCronJob {
  readonly metadata: RawMetadata;
  readonly spec?: { readonly jobTemplate?: { readonly spec?: { readonly template?: RawTemplate } } };
}

const mostJobs = 500;
/** Of a CronJob, whose older runs say little. */
const newestJobs = 5;

/** Undefined: there is no such thing. */
export async function subjectOf(
  client: ClusterClient,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<Subject | undefined> {
  const { kind, namespace, name } = place;
  const inside = `namespaces/${namespace}`;
  const get = <T>(path: string) => found(client.get<T>(`${path}/${name}`, {}, signal));
  switch (kind) {
    case 'Deployment': {
      const live = await get<Live<RawDeployment>>(`/apis/apps/v1/${inside}/deployments`);
      return live && watched(place, live, keepDeployment(live), undefined);
    }
    case 'StatefulSet': {
      const live = await get<Live<RawStatefulSet>>(`/apis/apps/v1/${inside}/statefulsets`);
      const value = live?.status?.updateRevision;
      const newest = value === undefined ? undefined : { label: 'controller-revision-hash', value };
      return live && watched(place, live, keepStatefulSet(live), newest);
    }
    case 'DaemonSet': {
      const live = await get<Live<RawDaemonSet>>(`/apis/apps/v1/${inside}/daemonsets`);
      const value = live?.metadata.annotations?.['deprecated.daemonset.template.generation'];
      const newest = value === undefined ? undefined : { label: 'pod-template-generation', value };
      return live && watched(place, live, keepDaemonSet(live), newest);
    }
    case 'Job': {
      const live = await get<LiveJob>(`/apis/batch/v1/${inside}/jobs`);
      const { selector, template } = live?.spec ?? {};
      const more = { template, jobs: live === undefined ? [] : [jobSeen(live)] };
      return live && { ...bare(place, live.metadata), ...more, selector: selector && textOf(selector) };
    }
    case 'Pod': {
      const pod = await get<PagePod>(`/api/v1/${inside}/pods`);
      const spec = pod?.spec?.containers === undefined ? {} : { containers: pod.spec.containers };
      return pod && { ...bare(place, pod.metadata), template: { spec }, pod };
    }
    case 'CronJob':
      return cronJob(client, place, signal);
    default:
      throw new Error(`there is no page of a ${String(kind satisfies never)}`);
  }
}

function bare(place: WorkloadPlace, metadata: RawMetadata): Subject {
  return {
    place,
    metadata,
    template: undefined,
    facts: undefined,
    conditions: [],
    newest: undefined,
    jobs: [],
    selector: undefined,
    owners: new Set([objectKey(place.kind, place.namespace, place.name)]),
    pod: undefined,
  };
}

function watched(
  place: WorkloadPlace,
  { metadata, spec, status }: Selected,
  facts: WorkloadFacts,
  newest: Subject['newest'],
): Subject {
  const selector = spec?.selector;
  return {
    ...bare(place, metadata),
    template: spec?.template,
    facts,
    conditions: status?.conditions ?? [],
    newest,
    selector: selector === undefined || selector === null ? undefined : textOf(selector),
  };
}

/** One that asks nothing would list every pod of the namespace. */
function textOf(selector: LabelSelector): string | undefined {
  const text = selectorText(selector);
  return text === '' ? undefined : text;
}

function jobSeen(live: LiveJob): JobSeen {
  const { active = 0, ready = 0 } = live.status ?? {};
  return { ...keepJob(live), active, ready, completions: live.spec?.completions };
}

/** Our rights show Jobs; the CronJob itself only where the credentials may do more. */
async function cronJob(client: ClusterClient, place: WorkloadPlace, signal: AbortSignal): Promise<Subject | undefined> {
  const { namespace, name } = place;
  const path = `/apis/batch/v1/namespaces/${namespace}`;
  const [live, all] = await Promise.all([
    optional(client.get<LiveCronJob>(`${path}/cronjobs/${name}`, {}, signal)),
    listed<LiveJob>(client, `${path}/jobs`, { signal }, mostJobs),
  ]);
  const jobs = all.items
    .map((job) => ({ job, facts: jobSeen(job) }))
    .filter(({ facts }) => facts.cronJob === name)
    .toSorted((one, other) => other.facts.createdAt - one.facts.createdAt)
    .slice(0, newestJobs);
  const [newest] = jobs;
  if (live === undefined && newest === undefined) return undefined;
  const names = jobs.map(({ facts }) => facts.name);
  return {
    ...bare(place, live?.metadata ?? { namespace, name }),
    template: live?.spec?.jobTemplate?.spec?.template ?? newest?.job.spec?.template,
    jobs: jobs.map(({ facts }) => facts),
    selector: names.length === 0 ? undefined : `job-name in (${names.join(',')})`,
    owners: new Set(names.map((job) => objectKey('Job', namespace, job))),
  };
}
