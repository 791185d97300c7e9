import type { FactContainer, Facts } from '@wheelhouse/contracts';
import { isoTime } from '../live/pods.ts';
import type { WorkloadFacts } from '../state/facts.ts';
import { quantity } from '../state/quantity.ts';
import type { RawContainer } from '../state/raw.ts';
import type { JobSeen, Subject } from '../workload-page/subject.ts';

type Workload = NonNullable<Facts['workload']>;
type Rollout = Pick<Workload, 'rollout' | 'rollout_message'>;

/** A workload as facts tell it; null: it is a pod, of which nothing but itself is told. */
export function factWorkload({ place, metadata, facts, jobs, template, pod }: Subject): Facts['workload'] {
  if (pod !== undefined) return null;
  const [job] = jobs;
  return {
    ...place,
    desired: facts?.desired ?? job?.completions ?? null,
    ready: facts?.ready ?? job?.ready ?? null,
    available: facts?.available ?? null,
    updated: facts?.updated ?? null,
    ...(facts === undefined ? rolloutOfJob(job) : rolloutOf(facts)),
    created_at: isoTime(metadata.creationTimestamp),
    containers: (template?.spec?.containers ?? []).map(factContainer),
  };
}

function rolloutOf({ stuck, paused, updating }: WorkloadFacts): Rollout {
  if (stuck !== undefined) return { rollout: 'stalled', rollout_message: stuck };
  return { rollout: paused ? 'paused' : updating ? 'going_on' : 'done', rollout_message: null };
}

/** Of a CronJob its newest run. */
function rolloutOfJob(job: JobSeen | undefined): Rollout {
  if (job?.end === 'Failed') return { rollout: 'stalled', rollout_message: job.message === '' ? null : job.message };
  return { rollout: job === undefined || job.end === 'Complete' ? 'done' : 'going_on', rollout_message: null };
}

function factContainer({ name, image = '', resources }: RawContainer): FactContainer {
  const { requests = {}, limits = {} } = resources ?? {};
  const cpu = quantity(requests['cpu']);
  return {
    name,
    image,
    cpu_request: cpu === undefined ? null : Math.round(cpu * 1_000),
    memory_request: whole(quantity(requests['memory'])),
    memory_limit: whole(quantity(limits['memory'])),
  };
}

function whole(bytes: number | undefined): number | null {
  return bytes === undefined ? null : Math.round(bytes);
}
