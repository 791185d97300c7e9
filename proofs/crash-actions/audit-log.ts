import { stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { engineSetting } from '@wheelhouse/testkit';
import { CannotTell } from '../runner/proof.ts';

/** A request of an action that changed something, as the API server has written it down. */
export interface Change {
  readonly actionId: string;
  readonly uid: string;
  /** What was done to the object, whatever the values: `patch deployments spec.replicas`. */
  readonly way: string;
}

interface AuditEntry {
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: RequestObject;
  readonly responseObject?: {
    readonly metadata?: { readonly uid?: string; readonly resourceVersion?: string };
    readonly details?: { readonly uid?: string };
  };
}

interface RequestObject {
  readonly metadata?: { readonly resourceVersion?: string };
  readonly preconditions?: { readonly uid?: string };
}

const changing = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
/** Whose requests are written down whole; agents of tests may come in as somebody else. */
const account = 'system:serviceaccount:wheelhouse:';
const ofAction = /\(action ([0-9a-f-]{36}); lease \d+\)/;

/** Remembers where the log ends now; answers later what actions have changed since then. */
export async function followAuditLog(): Promise<() => Promise<readonly Change[]>> {
  const path = engineSetting('KUBE_AUDIT_LOG');
  const { size: start, ino } = await stat(path);
  return async () => {
    if ((await stat(path)).ino !== ino) throw new CannotTell('the audit log was begun anew meanwhile');
    const changes: Change[] = [];
    for await (const line of createInterface({ input: createReadStream(path, { start }) }))
      if (line.includes(account) && line.includes('wheelhouse-action-agent (action '))
        changes.push(...changeIn(JSON.parse(line) as AuditEntry));
    return changes;
  };
}

function changeIn(entry: AuditEntry): readonly Change[] {
  const { verb, requestURI, userAgent = '', objectRef = {}, responseStatus, requestObject, responseObject } = entry;
  const [, actionId] = ofAction.exec(userAgent) ?? [];
  const code = responseStatus?.code ?? 0;
  if (actionId === undefined || !changing.has(verb) || code < 200 || code > 299 || isDryRun(requestURI)) return [];
  const uid = responseObject?.metadata?.uid ?? responseObject?.details?.uid ?? requestObject?.preconditions?.uid;
  if (uid === undefined) throw new Error(`the audit log does not tell what was changed: ${verb} ${requestURI}`);
  // A patch that finds everything as it wants it leaves the version that it asks for.
  const { resourceVersion: asked } = requestObject?.metadata ?? {};
  if (asked !== undefined && asked === responseObject?.metadata?.resourceVersion) return [];
  const kind = [objectRef.resource, objectRef.subresource].filter((part) => part !== undefined).join('/');
  const fields = verb === 'patch' || verb === 'update' ? fieldsOf(requestObject) : [];
  return [{ actionId, uid, way: [verb, kind, ...fields].join(' ') }];
}

function isDryRun(requestURI: string): boolean {
  return new URL(requestURI, 'https://cluster.example').searchParams.has('dryRun');
}

/** The paths of all values in it; not those by which the request says which object it means. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (path === 'metadata.uid' || path === 'metadata.resourceVersion') return [];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path === '' ? name : `${path}.${name}`));
}
