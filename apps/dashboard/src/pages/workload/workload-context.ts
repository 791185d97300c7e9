import { createContext, useContext } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import type { WorkloadPage } from '../../api/objects.ts';

interface Known {
  readonly workload: WorkloadPage;
  readonly cluster: Cluster;
}

/** The workload of the page, and its cluster. */
export const WorkloadContext = createContext<Known | undefined>(undefined);

export function useWorkload(): Known {
  const known = useContext(WorkloadContext);
  if (known === undefined) throw new Error('This part stands outside of the page of a workload');
  return known;
}
