import { SealedSecretError } from '@wheelhouse/kit';
import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { NoClusterClient } from '../cluster-clients/cluster-clients.ts';
import type { CloudspaceReason } from '../cloudspaces/reasons.ts';

/** What stands in the way of a CloudSpace. */
export interface Trouble {
  readonly reason: CloudspaceReason;
  /** What is known beyond what the reason means; a sentence. */
  readonly known?: string | undefined;
  /** It will not pass by itself. All else is tried again until the deadline of the phase. */
  readonly isFinal: boolean;
}

/** Found by looking, not answered by the cluster. */
export class Stopped extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.reason);
    this.trouble = trouble;
  }
}

const longest = 500;
/** How RBAC says no; policies, webhooks and quotas answer 403 too. */
const byRoles = /\bcannot \w+ resource\b|attempting to grant RBAC permissions|clusterroles\.?\S* ".*" not found/i;

export function troubleOf(error: unknown): Trouble {
  if (error instanceof Stopped) return error.trouble;
  if (error instanceof ClusterUnreachable)
    return { reason: 'cluster_unreachable', known: sentence(error.message.split('. Next step:')[0]), isFinal: false };
  if (error instanceof NoClusterClient) return { reason: 'cluster_unreachable', known: error.message, isFinal: false };
  if (error instanceof KubernetesError) return refusalOf(error);
  const known = error instanceof SealedSecretError ? 'The passwords of the registries cannot be decrypted.' : undefined;
  return { reason: 'internal_error', known, isFinal: false };
}

function refusalOf({ status, causes, message }: KubernetesError): Trouble {
  const known = sentence(message);
  // A role that has just been bound counts a moment later, and one that is missing may be granted any time.
  if (status === 401 || byRoles.test(message)) return { reason: 'rights_missing', known, isFinal: false };
  // A webhook that is away may be back in a moment.
  if (status >= 500 && message.includes('webhook')) return { reason: 'admission_denied', known, isFinal: false };
  if (status === 429 || status >= 500) return { reason: 'cluster_unreachable', known, isFinal: false };
  // Somebody changed, made or deleted what was just read: reading it again will tell.
  const isGoing = causes.some(({ reason }) => reason === 'NamespaceTerminating');
  const isPassing = status === 409 || status === 404 || isGoing;
  return { reason: 'admission_denied', known, isFinal: !isPassing };
}

function sentence(text = ''): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return /[.!?…]$/.test(cut) ? cut : `${cut}.`;
}
