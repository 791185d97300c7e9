import { type FactObject, type Facts, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Asking } from './asking.ts';

const names = nullable(Type.Array(Type.String()));
const windowsTold = Type.Array(
  Type.Object({
    tenant_id: uuidSchema,
    name: Type.String(),
    cluster_id: uuidSchema,
    namespaces: names,
    nodes: names,
    ends_at: timestampSchema,
  }),
);
export type ActiveWindow = Static<typeof windowsTold>[number];

/** The maintenance windows of a tenant that are on; undefined while incidents does not say. */
export async function activeWindows(
  { call, tenantId, timeoutMs }: Asking,
  clusterId: string,
): Promise<readonly ActiveWindow[] | undefined> {
  const asked = call('incidents', { path: '/internal/v1/windows', timeoutMs });
  const { status, body } = await asked.catch(() => ({ status: 0, body: undefined }));
  if (status !== 200 || !Value.Check(windowsTold, body)) return undefined;
  return body.filter(({ tenant_id: tenant, cluster_id: cluster }) => tenant === tenantId && cluster === clusterId);
}

/** The one of those that cover an object that ends last: the whole cluster, its namespace, or the nodes it stands on. */
export function windowOver(
  windows: readonly ActiveWindow[],
  object: FactObject,
  facts: Facts | null,
): ActiveWindow | undefined {
  return windows
    .filter((window) => covers(window, object, nodesOf(object, facts)))
    .toSorted((one, other) => (one.ends_at < other.ends_at ? 1 : -1))
    .at(0);
}

function covers({ namespaces, nodes }: ActiveWindow, object: FactObject, on: readonly string[]): boolean {
  if (namespaces === null && nodes === null) return true;
  if (object.namespace !== null && namespaces?.includes(object.namespace) === true) return true;
  return nodes !== null && on.length > 0 && on.every((node) => nodes.includes(node));
}

/** The node itself, or those that the pods in trouble stand on; none where one of them stands on none. */
function nodesOf({ kind, name }: FactObject, facts: Facts | null): readonly string[] {
  if (kind === 'Node') return [name];
  const troubled = facts?.pods.filter(({ ready, deleting }) => !ready && !deleting) ?? [];
  const nodes = troubled.flatMap(({ node }) => node ?? []);
  return nodes.length === troubled.length ? nodes : [];
}
