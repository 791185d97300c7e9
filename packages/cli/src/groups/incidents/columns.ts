import type { Client } from '@wheelhouse/sdk';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import type { Column } from '../../output/table.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { type Incident, severityStyle, statusStyle } from './incident.ts';
import { peopleNames } from './people.ts';

/** Of a list of incidents. */
export async function incidentColumns({ time }: Output, client: Client): Promise<readonly Column<Incident>[]> {
  const [clusterName, nameOf] = await Promise.all([clusterNames(client), peopleNames(client)]);
  return [
    { title: 'NUMBER', of: ({ number }) => `#${number}`, style: () => 'bold', whole: true },
    { title: 'SEVERITY', of: ({ severity }) => severity, style: severityStyle, whole: true },
    { title: 'STATUS', of: ({ status }) => status, style: statusStyle, whole: true },
    { title: 'TITLE', of: ({ title }) => plain(title) },
    { title: 'CLUSTER', of: ({ cluster_id }) => plain(clusterName(cluster_id)) },
    { title: 'SINCE', of: ({ started_at }) => time(started_at), whole: true },
    { title: 'FIRING', of: ({ firing, signal_count: count }) => (count === 0 ? '-' : String(firing)), whole: true },
    { title: 'ASSIGNED', of: ({ assignee_id: id }) => plain(id === null ? '-' : nameOf(id)) },
  ];
}
