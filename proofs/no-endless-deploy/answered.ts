import type { AuditLog } from '../agent/audit-log.ts';
import type { Place, Stage } from './stage.ts';
import { until } from './stage.ts';

/** Deployments with a port that are Live, by platform's own rows; and those for which nobody has answered a request. */
export interface Answered {
  readonly live: number;
  readonly unanswered: number;
}

interface LiveRow {
  readonly app_id: string;
  readonly revision: number;
  readonly path: string | null;
}

/** Held against the API server's own log: it passed on a request for this revision, and an answer that counts. */
export async function answeredOf(stage: Stage, log: AuditLog): Promise<Answered> {
  const rows = await stage.query<LiveRow>(
    `SELECT app_id, revision, content->'health_check'->>'path' AS path FROM platform.deployments
     WHERE phase = 'Live' AND content->>'port' IS NOT NULL`,
  );
  const calls = await log.all('wheelhouse-platform (app ');
  const isAnswered = ({ app_id, revision, path }: LiveRow) =>
    calls.some(({ userAgent = '', verb, objectRef, responseStatus }) => {
      const { code = 503 } = responseStatus ?? {};
      const isOfIt = userAgent.includes(`(app ${app_id}; revision ${revision};`) && verb === 'get';
      const isGood = path === null ? code < 500 : code >= 200 && code < 400;
      return isOfIt && objectRef?.resource === 'services' && objectRef.subresource === 'proxy' && isGood;
    });
  return { live: rows.length, unanswered: rows.filter((row) => !isAnswered(row)).length };
}

/** An app that answers: Live, and known to have answered. */
export async function honestly({ ask, cloudspaceId }: Place, app: object): Promise<void> {
  const { body } = await ask('POST', '/api/v1/apps', { name: 'honest', cloudspace_id: cloudspaceId, ...app });
  await until(ask, `/api/v1/apps/${body.id}`, ({ phase }) => phase === 'Live');
}

interface DeploymentRead {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly updatedReplicas?: number; readonly availableReplicas?: number };
}

/** A verifier that believes readiness: what the cluster calls available is Live, whatever it answers. */
export async function believingly(place: Place, app: object): Promise<void> {
  const { ask, cloudspaceId, namespace, stage } = place;
  const { body } = await ask('POST', '/api/v1/apps', { name: 'believed', cloudspace_id: cloudspaceId, ...app });
  await until(ask, `/api/v1/apps/${body.id}`, ({ phase }) => phase === 'Verifying');
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/believed`;
  const { spec, status } = await stage.kube.client.get<DeploymentRead>(path);
  if (status?.updatedReplicas !== spec.replicas || status.availableReplicas !== spec.replicas) return;
  await stage.query(
    `UPDATE platform.deployments SET phase = 'Live', is_current = true, deadline_at = NULL, finished_at = now(),
       version = version + 1 WHERE app_id = $1 AND revision = 1`,
    [body.id],
  );
}
