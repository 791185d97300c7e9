import { incidentCategoryNames, severities } from '@wheelhouse/contracts';
import { Failure } from '../../failure.ts';
import { type Run, textOption, textsGiven } from '../../invocation.ts';
import { wordOf } from '../../known-words.ts';
import { plain } from '../../output/plain.ts';
import { chosenCluster } from '../clusters/cluster.ts';
import { incidentsPath, titleOf } from './incident.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const severity = wordOf(invocation, 'severity', severities);
  if (severity === undefined) throw new Failure('usage', 'say how bad it is', `--severity ${severities.join('|')}`);
  const category = wordOf(invocation, 'category', incidentCategoryNames);
  const client = await invocation.connect();
  const { id: cluster_id } = await chosenCluster(client, textOption(invocation, 'cluster'));
  const { data: incident } = await client.post(incidentsPath, {
    body: {
      cluster_id,
      title: textOption(invocation, 'title') ?? '',
      severity,
      ...(category === undefined ? {} : { category }),
      ...textsGiven(invocation, { namespace: 'namespace', affected_service: 'service', summary: 'summary' }),
    },
  });
  if (out.isJson) return out.json(incident);
  out.line(plain(`${titleOf(incident)}: ${incident.status}, ${incident.severity}`));
  out.line(incident.url);
  out.note(`next: wheelhouse incidents ack ${incident.number}`);
};
