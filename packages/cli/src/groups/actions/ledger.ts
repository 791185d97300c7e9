import type { Client } from '@wheelhouse/sdk';
import { type Run, textOption } from '../../invocation.ts';
import { clusterNamed } from '../clusters/cluster.ts';

const path = '/agents/action/api/v1/actions/ledger';

type Row = Awaited<ReturnType<typeof read>>['data'][number];

async function read(client: Client, query: Readonly<Record<'from' | 'to' | 'cluster_id', string | undefined>>) {
  return (await client.get(path, { query })).data;
}

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const client = await invocation.connect();
  const cluster = textOption(invocation, 'cluster');
  const cluster_id = cluster === undefined ? undefined : (await clusterNamed(client, cluster)).id;
  const query = { from: textOption(invocation, 'from'), to: textOption(invocation, 'to'), cluster_id };
  const ledger = await read(client, query);
  if (out.isJson) return out.json(ledger);
  if (ledger.data.length === 0) return out.note(`no action ended from ${ledger.from} to ${ledger.to}`);
  out.table(
    [
      { title: 'ACTION', of: ({ action }) => action, style: () => 'bold', whole: true },
      { title: 'ORIGIN', of: ({ origin }) => origin, whole: true },
      { title: 'ENDED', of: ({ actions }) => String(actions), whole: true },
      { title: 'AUTOMATIC', of: ({ automatic }) => String(automatic), whole: true },
      { title: 'APPROVED', of: ({ approved }) => String(approved), whole: true },
      { title: 'SUCCESS', of: ({ success }) => String(success), whole: true },
      { title: 'FAILED', of: ({ failed }) => String(failed), whole: true },
      { title: 'REVERTED', of: ({ reverted }) => String(reverted), whole: true },
      { title: 'NOT RUN', of: notRun },
      { title: 'REFUSED BY', of: refusedBy },
      { title: 'TO APPROVE', of: ({ time_to_approve: times }) => meanOf(times), whole: true },
      { title: 'TO FINISH', of: ({ time_to_finish: times }) => meanOf(times), whole: true },
    ],
    ledger.data,
  );
};

function notRun({ rejected, expired, canceled, refused }: Row): string {
  const counts = { rejected, expired, canceled, refused };
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${what} ${count}`).join(', ') || '-';
}

function refusedBy({ refused_by: reasons }: Row): string {
  return reasons.map(({ reason, actions }) => `${reason} ${actions}`).join(', ') || '-';
}

function meanOf(times: Row['time_to_finish']): string {
  return times === null ? '-' : `${Math.round(times.mean_seconds)} s`;
}
