import type { Failure } from '@wheelhouse/contracts';
import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import type { EffectRequest } from '../plans/effect.ts';
import type { RunningAction } from './running-action.ts';

/** What became of a request that changes something; a failure: the cluster will not have it. */
export type Sent = 'accepted' | 'conflict' | 'not_taken' | 'no_answer' | Failure;

export async function send(running: RunningAction, request: EffectRequest): Promise<Sent> {
  const { client } = running.workerCluster;
  running.signal.throwIfAborted();
  try {
    // Not ended by the signal: a change that is on its way is worth its answer.
    if (request.method === 'PATCH')
      await client.patch(request.path, request.body, { fieldManager: request.fieldManager });
    else await client.delete(request.path, { uid: request.uid, resourceVersion: request.resourceVersion });
    return 'accepted';
  } catch (error) {
    if (error instanceof ClusterUnreachable) return neverSent.has(error.code) ? 'not_taken' : 'no_answer';
    if (!(error instanceof KubernetesError)) throw error;
    if (error.status === 429) return 'not_taken';
    if (error.status >= 500) return 'no_answer';
    // 404: it has gone; 422 about the UID: another has its name. Reading it again will tell.
    if (error.status === 409 || error.status === 404 || (error.status === 422 && isAboutUid(error))) return 'conflict';
    const isRight = error.status === 401 || error.status === 403;
    return { code: isRight ? 'right_missing' : 'kubernetes_refused', message: error.message };
  }
}

const neverSent: ReadonlySet<string> = new Set([
  'connection_refused',
  'name_not_found',
  'address_refused',
  'tls_failed',
]);

function isAboutUid({ causes, message }: KubernetesError): boolean {
  return causes.some(({ field }) => field === 'metadata.uid') || message.includes('metadata.uid');
}
