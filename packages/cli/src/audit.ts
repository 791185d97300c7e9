import type { Schemas } from '@wheelhouse/sdk';
import { option } from './completion/choices.ts';
import { type Filter, filter, list } from './declare/list.ts';
import { Failure } from './failure.ts';
import { textOption } from './invocation.ts';
import { momentOf } from './output/times.ts';

type Entry = Schemas['auth']['AuditEntry'];

const since: Filter = {
  options: [option('--since <time>', 'a time, or an age: 90m, 2h, 7d')],
  read: (invocation) => {
    const given = textOption(invocation, 'since');
    if (given === undefined) return undefined;
    const moment = momentOf(given, new Date());
    if (moment !== undefined) return moment.toISOString();
    throw new Failure('usage', `--since must be a time (2026-11-15T10:00:00Z) or an age (90m, 2h, 7d), not ${given}`);
  },
};

export const audit = list({
  name: 'audit',
  about: 'list the audit trail; audit verify checks its integrity',
  filters: {
    created_after: since,
    action: filter('--action <actions>', 'for example token.create; comma-separated'),
  },
  newest: 50,
  items: (client, asked, { created_after, action }) =>
    client.list('/auth/api/v1/audit', { query: { ...asked, created_after, action } }),
  columns: ({ time }) => [
    { title: 'TIME', of: ({ at }) => time(at), whole: true },
    { title: 'ACTION', of: ({ action }) => action, style: () => 'bold' },
    { title: 'RESULT', of: resultOf, style: ({ result }) => (result === 'done' ? 'green' : 'yellow') },
    { title: 'WHO', of: ({ actor }) => `${actor.kind} ${actor.id ?? ''}`.trim() },
    { title: 'WHAT', of: ({ object_id }) => object_id ?? '-' },
    { title: 'FROM', of: ({ address }) => address ?? '-' },
    { title: 'REQUEST', of: ({ request_id }) => request_id ?? '-' },
  ],
  empty: 'no matching entries',
});

function resultOf({ result, count }: Entry): string {
  return count === 1 ? result : `${result} ×${count}`;
}
