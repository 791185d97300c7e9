import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import type { Failing } from '../apps/transitions.ts';

/** Not there, or changed, in this moment; slow down. */
const mending: ReadonlySet<number> = new Set([404, 408, 409, 429]);

/** It may answer better the next time: what was asked is asked again, to the deadline. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ClusterUnreachable) return true;
  return error instanceof KubernetesError && (mending.has(error.status) || error.status >= 500);
}

export function isStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof KubernetesError && statuses.includes(error.status);
}

/** Another has changed, made or removed it since it was read: read it again. */
export function isOutdated(error: unknown): boolean {
  return isStatus(error, 409);
}

/** The cluster's no, as a reason for people; undefined where it is none for good. */
export function failingOf(error: unknown): Failing | undefined {
  if (!(error instanceof KubernetesError)) return undefined;
  const { status, message, causes } = error;
  if (causes.some(({ reason }) => reason === 'NamespaceTerminating') || isNamespaceMissing(error))
    return { reason: 'namespace_gone' };
  if (status === 401) return { reason: 'rights_missing', known: `The API server does not accept the credentials.` };
  if (status === 403 && /cannot \w+ resource/.test(message))
    return { reason: 'rights_missing', known: sentence(message) };
  if (status === 403 && /exceeded quota/.test(message)) return { reason: 'quota_exceeded', known: sentence(message) };
  // Whatever else it says no to, it would again: what is not known here must not be asked for ever.
  if (status >= 400 && !isPassing(error)) return { reason: 'admission_denied', known: sentence(message) };
  return undefined;
}

function isNamespaceMissing({ status, message }: KubernetesError): boolean {
  return status === 404 && /namespaces "[^"]*" not found/.test(message);
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
