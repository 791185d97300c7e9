import { KubernetesError } from '@wheelhouse/kubernetes';
import type { Kube } from '@wheelhouse/testkit';
import { actionOf, type AuditedCall, type AuditLog, isChange } from '../agent/audit-log.ts';

/** A request of an action that changed something, as the API server has written it down. */
export interface Change {
  readonly actionId: string;
  readonly path: string;
  readonly uid: string;
  /** What was done to the object, whatever the values: `patch deployments spec.replicas`. */
  readonly way: string;
  /** As it was sent. */
  readonly asked: unknown;
  /**
   * Whoever asked died before the answer, and the API server gave up its own work half way: what etcd had taken by
   * then stays, though the log tells of an error.
   */
  readonly inDoubt: boolean;
}

/** Whose requests are written down whole; agents of tests may come in as somebody else. */
const account = 'system:serviceaccount:wheelhouse:';

export async function changesIn(log: AuditLog): Promise<readonly Change[]> {
  return (await log.all('wheelhouse-action-agent (action '))
    .filter(({ user }) => user.username.startsWith(account))
    .flatMap(changeIn);
}

function changeIn(call: AuditedCall): readonly Change[] {
  const { verb, requestURI, objectRef = {}, responseStatus, requestObject, responseObject } = call;
  const action = actionOf(call);
  const code = responseStatus?.code ?? 0;
  const inDoubt = code < 200 || code >= 499;
  if (action === undefined || !isChange(call) || (code > 299 && !inDoubt)) return [];
  const uid =
    responseObject?.metadata?.uid ??
    responseObject?.details?.uid ??
    requestObject?.preconditions?.uid ??
    requestObject?.deleteOptions?.preconditions?.uid ??
    requestObject?.metadata?.uid;
  // Given up before its body was read.
  if (uid === undefined && inDoubt) return [];
  if (uid === undefined) throw new Error(`the audit log does not tell what was changed: ${verb} ${requestURI}`);
  // A patch that finds everything as it wants it leaves the version that it asks for.
  const { resourceVersion: version } = requestObject?.metadata ?? {};
  if (version !== undefined && version === responseObject?.metadata?.resourceVersion) return [];
  const kind = [objectRef.resource, objectRef.subresource].filter((part) => part !== undefined).join('/');
  const fields = verb === 'patch' || verb === 'update' ? fieldsOf(requestObject) : [];
  const path = requestURI.replace(/\?.*$/, '');
  const way = [verb, kind, ...fields].join(' ');
  return [{ actionId: action.id, path, uid, way, asked: requestObject, inDoubt }];
}

/** Those that were made. One in doubt is asked after where none was answered: the next life found it made, or made it. */
export async function madeOf(kube: Kube, changes: readonly Change[]): Promise<readonly Change[]> {
  const answered = changes.filter(({ inDoubt }) => !inDoubt);
  const last = changes.at(-1);
  if (answered.length > 0 || last === undefined) return answered;
  return (await wasMade(kube, last)) ? [last] : [];
}

/** Nobody else touches what an action is about: it is as was asked for, or what was to go has gone. */
async function wasMade({ client }: Kube, { path, uid, way, asked }: Change): Promise<boolean> {
  const found = await client.get<Found>(path).catch((error: unknown) => {
    if (error instanceof KubernetesError && error.status === 404) return undefined;
    throw error;
  });
  const isThere = found?.metadata.uid === uid;
  if (way.startsWith('delete ')) return !isThere || found.metadata.deletionTimestamp !== undefined;
  return isThere && holds(found, asked);
}

interface Found {
  readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
}

function holds(found: unknown, asked: unknown, path = ''): boolean {
  if (isFence(path)) return true;
  // What is false is not written down.
  if (typeof asked !== 'object' || asked === null) return found === asked || (asked === false && found === undefined);
  return Object.entries(asked).every(([name, inner]) =>
    holds((found as Readonly<Record<string, unknown>> | undefined)?.[name], inner, within(path, name)),
  );
}

/** The paths of all values in it; not those by which the request says which object it means. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (isFence(path)) return [];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, within(path, name)));
}

const isFence = (path: string) => path === 'metadata.uid' || path === 'metadata.resourceVersion';
const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
