import type { OpenIssue } from '../api/clusters.ts';
import type { Incident } from '../api/incidents.ts';
import { objectsOf } from '../design/incident-words.ts';
import { objectWords } from '../design/object-words.ts';

/** What live incidents are about: it is told with them, and not besides. */
export interface Covered {
  readonly issue: (issue: Pick<OpenIssue, 'cluster_id' | 'object'>) => boolean;
  /** Trouble of the cluster as a whole. */
  readonly cluster: (clusterId: string) => boolean;
}

export function coveredBy(incidents: readonly Incident[]): Covered {
  const objects = new Set<string>();
  const clusters = new Set<string>();
  for (const incident of incidents) {
    if (incident.object?.kind === 'Cluster') clusters.add(incident.cluster_id);
    for (const words of objectsOf(incident)) objects.add(`${incident.cluster_id} ${words}`);
  }
  return {
    issue: ({ cluster_id, object }) => objects.has(`${cluster_id} ${objectWords(object)}`),
    cluster: (clusterId) => clusters.has(clusterId),
  };
}
