import type { AddressGuard } from '@wheelhouse/kit';
import {
  type ClusterAccess,
  type ClusterClient,
  ClusterUnreachable,
  KubernetesError,
  openCluster,
} from '@wheelhouse/kubernetes';
import type { Right } from './needed-rights.ts';
import { clusterReasons, type ClusterReason } from './reasons.ts';
import { type KnownRights, nameOfRight } from './rights.ts';

/** What one look at a cluster has found. */
export type Probed =
  | { readonly reached: true; readonly version: string; readonly rights: KnownRights }
  | {
      readonly reached: false;
      readonly reason: ClusterReason;
      /** What is known beyond what the reason means. */
      readonly known?: string;
    };

/** With the registered credentials, and with those for deploying if that was due. */
export interface Found {
  readonly registered: Probed;
  readonly deploy: Probed | undefined;
}

export interface Probe {
  readonly access: ClusterAccess;
  /** To be asked for. */
  readonly rights: readonly Right[];
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
}

const longestMs = 8_000;
const longestVersion = 100;
const longestMessage = 300;

/** Comes in, asks, and goes; whatever the cluster does, it is over within seconds. */
export async function probe({ access, rights, guard, signal }: Probe): Promise<Probed> {
  const { lookup, whyNotHost } = guard;
  const client = openCluster(access, { userAgent: 'wheelhouse-platform', lookup, whyNotHost });
  const late = new AbortController();
  const both = AbortSignal.any([signal, late.signal]);
  const timer = setTimeout(() => late.abort(), longestMs);
  try {
    return await Promise.race([ask(client, rights, both), aborted(both)]);
  } catch (error) {
    return failureOf(error, late.signal.aborted);
  } finally {
    clearTimeout(timer);
    await client.close();
  }
}

async function ask(client: ClusterClient, rights: readonly Right[], signal: AbortSignal): Promise<Probed> {
  const version = versionIn(await client.version(signal));
  if (version === undefined) return { reached: false, reason: 'not_kubernetes' };
  const allowed = rights.length === 0 ? [] : await client.can(rights.map(asked), signal);
  const known = rights.map((right, index): [string, boolean] => [nameOfRight(right), allowed[index] === true]);
  return { reached: true, version, rights: Object.fromEntries(known) };
}

/** Whatever stands at that address may answer whatever it likes. */
function versionIn(told: unknown): string | undefined {
  const version = typeof told === 'object' && told !== null && 'gitVersion' in told ? told.gitVersion : undefined;
  return typeof version === 'string' && version !== '' ? version.slice(0, longestVersion) : undefined;
}

/** A client that does not heed its signal must not hold us up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new Error('timed out'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

function asked({ group, resource: path, verb, name }: Right) {
  const [resource = '', subresource] = path.split('/');
  return {
    group,
    resource,
    verb,
    ...(subresource !== undefined && { subresource }),
    ...(name !== undefined && { name }),
  };
}

function failureOf(error: unknown, isLate: boolean): Probed {
  if (isLate) return { reached: false, reason: 'timeout', known: `No response within ${longestMs / 1000} s.` };
  if (error instanceof ClusterUnreachable)
    return { reached: false, reason: isReason(error.code) ? error.code : 'connection_lost', known: causeIn(error) };
  if (!(error instanceof KubernetesError)) throw error;
  const { status, message } = error;
  if (status === 401) return { reached: false, reason: 'unauthorized' };
  if (status === 403) return { reached: false, reason: 'forbidden' };
  const reason = status === 429 || status >= 500 ? 'server_error' : 'not_kubernetes';
  return { reached: false, reason, known: `${message.slice(0, longestMessage)}.` };
}

/** Without its next step: ours says which setting it takes, and whom. */
function causeIn({ message }: ClusterUnreachable): string {
  const [cause = ''] = message.split('. Next step:');
  return `${cause}.`;
}

function isReason(word: string): word is ClusterReason {
  return Object.hasOwn(clusterReasons, word);
}
