import type { IncidentObject } from '../object.ts';
import type { WindowRow } from './store.ts';

interface Place {
  readonly object: IncidentObject | null | undefined;
  readonly namespace: string | null | undefined;
  /** All of it stands on these. */
  readonly nodes: readonly string[];
}

/** Whether a maintenance window is about a place in its cluster: the whole cluster, a namespace, or nodes. */
export function covers({ namespaces, nodes }: Pick<WindowRow, 'namespaces' | 'nodes'>, place: Place): boolean {
  if (namespaces === null && nodes === null) return true;
  const namespace = place.object?.namespace ?? place.namespace ?? undefined;
  if (namespace !== undefined && namespaces?.includes(namespace) === true) return true;
  const on = place.object?.kind === 'Node' ? [place.object.name] : place.nodes;
  return nodes !== null && on.length > 0 && on.every((node) => nodes.includes(node));
}
