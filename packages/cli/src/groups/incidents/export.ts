import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { wordOf } from '../../known-words.ts';
import { plain } from '../../output/plain.ts';
import { incidentPath, incidents } from './incident.ts';

const exportFormats = ['md', 'json'] as const;

/** To stdout: a person reads it there, and a shell writes it to a file. */
export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const said = wordOf(invocation, 'format', exportFormats);
  if (out.isJson && said === 'md')
    throw new Failure('usage', '--json is short for --format json; use one or the other');
  const format = out.isJson ? 'json' : (said ?? 'md');
  const client = await invocation.connect();
  const { id } = await incidents.find(client, args);
  const { data }: { readonly data: unknown } = await client.get(`${incidentPath}/export`, {
    params: { id },
    query: { format },
  });
  if (typeof data !== 'string') return out.json(data);
  for (const line of data.trimEnd().split('\n')) out.line(plain(line));
};
