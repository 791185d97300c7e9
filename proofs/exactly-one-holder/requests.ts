import { actionOf, type AuditedCall, AuditLog, type Fences, isChange } from '../agent/audit-log.ts';

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

/** Answers what was asked for these actions. */
export type RequestsOf = (actionIds: ReadonlySet<string>) => Promise<readonly AgentRequest[]>;

/** From where the log ends now. */
export async function followRequests(): Promise<RequestsOf> {
  const log = await AuditLog.open();
  return async (actionIds) =>
    (await log.all('wheelhouse-action-agent (action ')).flatMap((call) => requestIn(call, actionIds));
}

function requestIn(call: AuditedCall, actionIds: ReadonlySet<string>): readonly AgentRequest[] {
  const { verb, requestURI, objectRef = {}, responseStatus, requestObject, responseObject } = call;
  const action = actionOf(call);
  if (action === undefined || !actionIds.has(action.id)) return [];
  const code = responseStatus?.code ?? 0;
  const isWrite = isChange(call);
  const asked = requestObject?.preconditions ?? requestObject?.metadata;
  const { resourceVersion } = responseObject?.metadata ?? {};
  const isAccepted = isWrite && code >= 200 && code <= 299;
  if (isAccepted && resourceVersion === undefined)
    throw new Error(`the audit log does not tell what was changed: ${verb} ${requestURI}`);
  // A patch that finds everything as it wants it leaves the version that it asks for.
  const isMade = isAccepted && resourceVersion !== asked?.resourceVersion;
  const revision = isMade ? Number(resourceVersion) : undefined;
  return [{ actionId: action.id, token: action.token, target: targetOf(objectRef), code, isWrite, revision, asked }];
}

/** Deployments of a proof have a namespace for themselves, and names that no other has. */
function targetOf({ resource = '', name = '' }: NonNullable<AuditedCall['objectRef']>): string {
  return resource === 'pods' ? name.replace(/-[a-z0-9]+-[a-z0-9]+$/, '') : name;
}
