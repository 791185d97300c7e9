import type { Run } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { incidentPath, incidents } from './incident.ts';
import { assigneeOf, nobody, peopleNames } from './people.ts';

export const run: Run = async ({ args, out, connect }) => {
  const [typed = '', who = 'me'] = args;
  const client = await connect();
  const assignee_id = await assigneeOf(client, who);
  const { id } = await incidents.find(client, [typed]);
  const { data: incident } = await client.patch(incidentPath, { params: { id }, body: { assignee_id } });
  if (out.isJson) return out.json(incident);
  const name = assignee_id === null ? nobody : (await peopleNames(client))(assignee_id);
  out.line(plain(`#${incident.number} is assigned to ${name}`));
};
