import { Refusal, refuse } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import { isFault, longestMs, refuseUnreachable, wordsOf } from '../live/asking.ts';
import { logsRight } from '../live/logs-right.ts';
import type { WorkloadPlace } from '../workload-page/schema.ts';
import { type Subject, subjectOf } from '../workload-page/subject.ts';

/** What is to be read, once it is known that it is there and that its logs may be read. */
export async function begin(client: ClusterClient, place: WorkloadPlace): Promise<Subject> {
  const late = AbortSignal.timeout(longestMs);
  try {
    const [subject, { allowed, grant }] = await Promise.all([
      subjectOf(client, place, late),
      logsRight(client, place.namespace, late),
    ]);
    if (subject === undefined) refuse('not_found');
    if (allowed === false) refuseWithoutRight(place.namespace, grant);
    return subject;
  } catch (error) {
    if (late.aborted && !(error instanceof Refusal)) refuseUnreachable(`no response within ${longestMs / 1_000} s`);
    return unreachable(error);
  }
}

export function unreachable(error: unknown): never {
  if (isFault(error)) refuseUnreachable(wordsOf(error));
  throw error;
}

function refuseWithoutRight(namespace: string, grant: string | null): never {
  const next = grant === null ? 'grant them get on pods/log' : `grant it with ${grant}`;
  return refuse('invalid_state', {
    message: `The credentials of the cluster are not allowed to read logs in namespace ${namespace}. Next step: an administrator of the cluster can ${next}`,
  });
}
