import { text } from 'node:stream/consumers';
import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { incidentPath, incidents } from './incident.ts';

/** What is typed behind the incident, or all of stdin. */
export const run: Run = async ({ args, out, connect }) => {
  const [typed = '', ...words] = args;
  const written = words.length > 0 ? words.join(' ') : await textIn();
  if (written.trim() === '') throw new Failure('usage', 'the note is empty', 'write it behind the incident');
  const client = await connect();
  const { id } = await incidents.find(client, [typed]);
  const { data: incident } = await client.post(`${incidentPath}/notes`, { params: { id }, body: { text: written } });
  if (out.isJson) return out.json(incident);
  out.line(`the note stands in the timeline of #${incident.number}`);
};

async function textIn(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  throw new Failure('usage', 'there is no note', 'write it behind the incident, or give it to stdin');
}
