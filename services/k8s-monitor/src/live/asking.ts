import { refuse } from '@wheelhouse/kit';
import { type ClusterClient, ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { NoCredentials } from '../clusters/credentials.ts';
import { type ClusterClients, ClusterRemoved } from './cluster-clients.ts';

/** What a cluster was asked just now, or why there is no answer. */
export type Answered<T> = { readonly answer: T; readonly at: Date } | { readonly fault: string };

interface Asking {
  readonly clients: ClusterClients;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly userAgent: string;
  readonly now: () => Date;
  /** In milliseconds; `longestMs` unless told. */
  readonly within?: number;
}

/** A page that is waited for longer than this is not looked at any more. */
export const longestMs = 5_000;
const longestWords = 500;

/** Asks a cluster for what a page shows, within seconds. What is no fault of the cluster's is thrown. */
export async function answered<T>(
  { clients, tenantId, clusterId, userAgent, now, within = longestMs }: Asking,
  ask: (client: ClusterClient, signal: AbortSignal) => Promise<T>,
): Promise<Answered<T>> {
  const late = new AbortController();
  const tooLate = () => new ClusterUnreachable('timeout', `no response within ${Math.round(within / 1_000)} s`);
  const timer = setTimeout(() => late.abort(tooLate()), within);
  const isLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => reject(tooLate()), { once: true });
  });
  const work = async () => {
    const client = await clients.clientOf(tenantId, clusterId, late.signal);
    const at = now();
    return { answer: await ask(client.as(userAgent), late.signal), at };
  };
  try {
    return await Promise.race([work(), isLate]);
  } catch (error) {
    if (isFault(error)) return { fault: wordsOf(error) };
    if (error instanceof ClusterRemoved) refuse('not_found');
    throw error;
  } finally {
    clearTimeout(timer);
    // What is still under way when something failed is let go.
    late.abort();
  }
}

/** Of the cluster, or of the way there. */
export function isFault(error: unknown): error is Error {
  return error instanceof ClusterUnreachable || error instanceof KubernetesError || error instanceof NoCredentials;
}

/** Undefined: it is not there. */
export async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof KubernetesError && error.status === 404) return undefined;
    throw error;
  });
}

/** What can be done without: the cluster does not tell it, or may not. */
export async function optional<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof KubernetesError) return undefined;
    throw error;
  });
}

/** Without a next step: that is said where it is shown. */
export function wordsOf({ message }: Error): string {
  const [cause = ''] = message.split(' Next step:');
  return cause.slice(0, longestWords).toWellFormed();
}

/** Nothing is known of it here either. */
export function refuseUnreachable(fault: string): never {
  return refuse('cluster_unreachable', {
    message: `The cluster did not answer: ${fault}. Next step: check the cluster, then try again.`,
  });
}
