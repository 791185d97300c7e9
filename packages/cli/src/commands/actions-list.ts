import { actionKinds, actionStatuses } from '@wheelhouse/contracts';
import { type Action, statusStyle, targetOf } from '../actions.ts';
import { clusterNamed, clusterNames } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { type Invocation, type Run, textOption } from '../invocation.ts';
import { wordsOf } from '../known-words.ts';
import { limitOf, newest } from '../newest.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const limit = limitOf(textOption(invocation, 'limit') ?? '50');
  const status = statusesOf(invocation);
  const action = wordsOf(invocation, 'action', actionKinds);
  const cluster = textOption(invocation, 'cluster');
  const client = await ownClient();
  const cluster_id = cluster === undefined ? undefined : (await clusterNamed(client, cluster)).id;
  const page = await newest<Action>(limit, async (asked) => {
    const query = { ...asked, status, action, cluster_id };
    return (await client.get('/agents/action/api/v1/actions', { query })).data;
  });
  if (out.isJson) return out.json(page);
  if (page.data.length === 0)
    return out.note(status === 'pending_approval' ? 'nothing is waiting for approval' : 'no matching actions');
  const names = await clusterNames(client);
  const columns: readonly Column<Action>[] = [
    { title: 'STATUS', of: ({ status: is }) => is, style: statusStyle, whole: true },
    { title: 'ACTION', of: ({ action: kind }) => kind, style: () => 'bold', whole: true },
    { title: 'TARGET', of: (one) => plain(targetOf(one)) },
    { title: 'CLUSTER', of: (one) => plain(names(one.cluster_id)) },
    { title: 'CREATED', of: ({ created_at }) => out.time(created_at), whole: true },
    { title: 'WHY', of: ({ error, reason }) => plain(error?.message ?? reason) },
    { title: 'ID', of: ({ id }) => id, whole: true },
  ];
  out.table(columns, page.data);
  if (page.next_cursor !== null) out.note(`the newest ${page.data.length} of ${page.total}; --limit shows more`);
};

function statusesOf(invocation: Invocation): string | undefined {
  const given = wordsOf(invocation, 'status', actionStatuses);
  if (invocation.options['pending'] !== true) return given;
  if (given === undefined) return 'pending_approval';
  throw new Failure(exitCodes.usage, '--pending is short for --status pending_approval; use one or the other');
}
