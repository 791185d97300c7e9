import type { OpenIssue } from '../api/clusters.ts';

/** "Deployment shop/checkout", "Node kwok-0007". */
export function objectWords({ kind, namespace, name }: OpenIssue['object']): string {
  return `${kind} ${namespace === null ? name : `${namespace}/${name}`}`;
}
