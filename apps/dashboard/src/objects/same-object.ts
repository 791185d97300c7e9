import type { KubernetesObject } from '../design/object-chip.tsx';

/** Whether two mentions are of one thing; a namespace may be null or left out. */
export function isSame(one: KubernetesObject, other: KubernetesObject): boolean {
  return one.kind === other.kind && one.name === other.name && (one.namespace ?? '') === (other.namespace ?? '');
}
