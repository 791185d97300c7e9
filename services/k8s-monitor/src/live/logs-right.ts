import type { ClusterClient } from '@wheelhouse/kubernetes';
import { optional } from './asking.ts';

/** Whether logs may be read, and how that is granted where they may not. */
export interface LogsRight {
  /** Null: the cluster does not say. */
  readonly allowed: boolean | null;
  readonly grant: string | null;
}

const role = 'wheelhouse-pod-logs';

/** Asked of the cluster itself, in the namespace the logs are of. */
export async function logsRight(client: ClusterClient, namespace: string, signal: AbortSignal): Promise<LogsRight> {
  const asked = await optional(client.can([{ verb: 'get', resource: 'pods', subresource: 'log', namespace }], signal));
  const [allowed] = asked ?? [];
  if (allowed !== false) return { allowed: allowed ?? null, grant: null };
  const who = await optional(client.whoAmI(signal));
  return { allowed, grant: grantTo(who?.username ?? '') };
}

/** In the whole cluster. Who wants less binds the same role in a namespace. */
export function grantTo(username: string): string {
  const [, account] = /^system:serviceaccount:([a-z0-9.-]+:[a-z0-9.-]+)$/.exec(username) ?? [];
  const subject = account === undefined ? `--user=${quoted(username)}` : `--serviceaccount=${account}`;
  return `kubectl create clusterrole ${role} --verb=get --resource=pods/log && kubectl create clusterrolebinding ${role} --clusterrole=${role} ${subject}`;
}

/** A stranger's server says who we are, and people paste this into a shell. */
function quoted(text: string): string {
  return /^[\w:@.-]+$/.test(text) ? text : `'${text.replaceAll(/['\p{Cc}]/gu, '')}'`;
}
