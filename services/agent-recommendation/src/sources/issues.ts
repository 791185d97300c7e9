import { nullable, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { type Asking, ask, askList, type Listed } from './ask.ts';

const openIssue = Type.Object({
  reason: Type.String(),
  object: Type.Object({ kind: Type.String(), namespace: nullable(Type.String()), name: Type.String() }),
  message: Type.String(),
  count: Type.Integer(),
  first_seen: timestampSchema,
  suggested_action: Type.String(),
  expected: Type.Boolean(),
});
export type OpenIssue = Static<typeof openIssue>;

const health = Type.Object({ stale: Type.Boolean() });
const mostPages = 5;

/** Whether the cluster is observed: of one that is not, nothing is known to be gone. */
export async function isObserved(asking: Asking): Promise<boolean> {
  const answer = await ask(asking, 'k8s-monitor', `/api/health?cluster_id=${asking.clusterId}`, health);
  return answer?.stale === false;
}

export function openIssues(asking: Asking, reasons: readonly string[]): Promise<Listed<OpenIssue> | undefined> {
  const query = { cluster_id: asking.clusterId, status: 'open', reason: reasons.join(',') };
  return askList(asking, 'k8s-monitor', { url: '/api/v1/issues', query, item: openIssue, mostPages });
}
