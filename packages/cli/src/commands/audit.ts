import type { Schemas } from '@wheelhouse/sdk';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { type Invocation, type Run, textOption } from '../invocation.ts';
import { limitOf, newest } from '../newest.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';
import { momentOf } from '../output/times.ts';

type Entry = Schemas['auth']['AuditEntry'];

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const limit = limitOf(textOption(invocation, 'limit') ?? '50');
  const since = sinceOf(invocation);
  const action = textOption(invocation, 'action');
  const client = await ownClient();
  const page = await newest<Entry>(limit, async (asked) => {
    const query = { ...asked, created_after: since, action };
    return (await client.get('/auth/api/v1/audit', { query })).data;
  });
  if (out.isJson) return out.json(page);
  if (page.data.length === 0) return out.note('no matching entries');
  const columns: readonly Column<Entry>[] = [
    { title: 'TIME', of: ({ at }) => out.time(at), whole: true },
    { title: 'ACTION', of: ({ action: what }) => plain(what), style: () => 'bold' },
    { title: 'RESULT', of: resultOf, style: ({ result }) => (result === 'done' ? 'green' : 'yellow') },
    { title: 'WHO', of: ({ actor }) => plain(`${actor.kind} ${actor.id ?? ''}`.trim()) },
    { title: 'WHAT', of: ({ object_id }) => plain(object_id ?? '-') },
    { title: 'FROM', of: ({ address }) => plain(address ?? '-') },
    { title: 'REQUEST', of: ({ request_id }) => plain(request_id ?? '-') },
  ];
  out.table(columns, page.data);
  if (page.next_cursor !== null) out.note(`the newest ${page.data.length} of ${page.total}; --limit shows more`);
};

function resultOf({ result, count }: Entry): string {
  return count === 1 ? plain(result) : `${plain(result)} ×${count}`;
}

function sinceOf(invocation: Invocation): string | undefined {
  const given = textOption(invocation, 'since');
  if (given === undefined) return undefined;
  const moment = momentOf(given, new Date());
  if (moment !== undefined) return moment.toISOString();
  throw new Failure(
    exitCodes.usage,
    `--since must be a time (2026-11-15T10:00:00Z) or an age (90m, 2h, 7d), not ${given}`,
  );
}
