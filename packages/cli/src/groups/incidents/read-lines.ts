import type { Client } from '@wheelhouse/sdk';
import { firstPage } from '../../declare/pages.ts';
import type { Output } from '../../output/output.ts';
import { ofAgents } from '../agents/of-incident.ts';
import { clusterNames } from '../clusters/cluster.ts';
import { type Incident, incidentPath } from './incident.ts';
import { peopleNames } from './people.ts';
import { incidentLines } from './tell-incident.ts';

/** As much of a timeline as somebody reads on a screen; all of it is exported. */
const mostEntries = 50;

/** All that is shown of one; what it takes is asked for at once. */
export async function readLines(out: Output, incident: Incident, client: Client): Promise<readonly string[]> {
  const timeline = client.list(`${incidentPath}/timeline`, {
    params: { id: incident.id },
    query: { limit: mostEntries },
  });
  const [{ data, total }, clusterName, nameOf, agents] = await Promise.all([
    firstPage(timeline),
    clusterNames(client),
    peopleNames(client),
    ofAgents(client, incident.id),
  ]);
  const known = { timeline: data.toReversed(), timelineTotal: total, clusterName, nameOf, agents };
  return incidentLines(out, incident, known);
}
