import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { engineSetting } from '@wheelhouse/testkit';
import { CannotTell } from '../runner/proof.ts';

/** A request of an action, as the API server has written it down. */
export interface AgentRequest {
  readonly actionId: string;
  /** Of the lease under which it was sent. */
  readonly token: number;
  /** Whose lease that is: of a pod its Deployment's. */
  readonly target: string;
  readonly code: number;
  readonly isWrite: boolean;
  /** The cluster's revision that it made; undefined where it changed nothing. */
  readonly revision: number | undefined;
  /** That it asked for. */
  readonly asked: Fences | undefined;
}

interface Fences {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

interface AuditEntry {
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly objectRef?: { readonly resource?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: { readonly metadata?: Fences; readonly preconditions?: Fences };
  readonly responseObject?: { readonly metadata?: Fences };
}

const writing = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
const ofAction = /\(action ([0-9a-f-]{36}); lease (\d+)\)/;

/** Answers what was asked for these actions. */
export type RequestsOf = (actionIds: ReadonlySet<string>) => Promise<readonly AgentRequest[]>;

/** From where the log ends now. */
export async function followRequests(): Promise<RequestsOf> {
  const path = engineSetting('KUBE_AUDIT_LOG');
  const { size: start, ino } = await stat(path);
  return async (actionIds) => {
    if ((await stat(path)).ino !== ino) throw new CannotTell('the audit log was begun anew meanwhile');
    const requests: AgentRequest[] = [];
    // The last line may not be whole yet.
    for await (const line of createInterface({ input: createReadStream(path, { start }) }))
      if (line.includes('wheelhouse-action-agent (action ') && line.endsWith('}'))
        requests.push(...requestIn(JSON.parse(line) as AuditEntry, actionIds));
    return requests;
  };
}

function requestIn(entry: AuditEntry, actionIds: ReadonlySet<string>): readonly AgentRequest[] {
  const { verb, requestURI, userAgent = '', objectRef = {}, responseStatus, requestObject, responseObject } = entry;
  const [, actionId, token] = ofAction.exec(userAgent) ?? [];
  if (actionId === undefined || !actionIds.has(actionId)) return [];
  const code = responseStatus?.code ?? 0;
  const isWrite = writing.has(verb);
  const asked = requestObject?.preconditions ?? requestObject?.metadata;
  const { resourceVersion } = responseObject?.metadata ?? {};
  const isAccepted = isWrite && code >= 200 && code <= 299;
  if (isAccepted && resourceVersion === undefined)
    throw new Error(`the audit log does not tell what was changed: ${verb} ${requestURI}`);
  // A patch that finds everything as it wants it leaves the version that it asks for.
  const isChange = isAccepted && resourceVersion !== asked?.resourceVersion;
  return [
    {
      actionId,
      token: Number(token),
      target: targetOf(objectRef),
      code,
      isWrite,
      revision: isChange ? Number(resourceVersion) : undefined,
      asked,
    },
  ];
}

/** Deployments of a proof have a namespace for themselves, and names that no other has. */
function targetOf({ resource = '', name = '' }: NonNullable<AuditEntry['objectRef']>): string {
  return resource === 'pods' ? name.replace(/-[a-z0-9]+-[a-z0-9]+$/, '') : name;
}
