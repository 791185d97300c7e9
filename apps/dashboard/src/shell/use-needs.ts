import { useClusters } from '../api/clusters.ts';

/** How many things wait for a person. Later pages add theirs here. */
export function useNeeds(): number {
  const { clusters } = useClusters();
  return clusters.filter(({ phase }) => phase === 'Degraded' || phase === 'Unreachable').length;
}
