import { type Run, textOption } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { incidents, titleOf } from '../incidents/incident.ts';
import { analysesPath } from './analysis.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const incident = await incidents.find(client, [textOption(invocation, 'incident') ?? '']);
  const { data: analysis } = await client.post(analysesPath, { body: { incident_id: incident.id } });
  if (out.isJson) return out.json(analysis);
  out.line(plain(`${titleOf(incident)} is looked into; that takes a minute at most`));
  out.note(`next: wheelhouse agents analyses show ${analysis.id}`);
};
