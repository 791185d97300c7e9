import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';
import { shareText, waitsText } from '../output/tell-webhook.ts';
import { allWebhooks, standingOf, standingStyle, type Webhook } from '../webhooks.ts';

export const run: Run = async ({ out }) => {
  const webhooks = await allWebhooks(await ownClient());
  if (out.isJson) return out.json({ data: webhooks, next_cursor: null, total: webhooks.length });
  if (webhooks.length === 0) return out.note('no webhooks yet; next: wheelhouse webhooks create URL');
  const columns: readonly Column<Webhook>[] = [
    { title: 'URL', of: ({ url }) => plain(url), style: () => 'bold' },
    { title: 'STATE', of: standingOf, style: standingStyle, whole: true },
    { title: 'EVENTS', of: ({ events }) => (events[0] === '*' ? 'all' : events.join(',')) },
    { title: 'ARRIVED', of: shareText, whole: true },
    { title: 'P95', of: ({ health: { p95_ms } }) => (p95_ms === null ? '-' : `${p95_ms} ms`), whole: true },
    { title: 'WAITS', of: (webhook) => waitsText(out, webhook) },
    { title: 'ID', of: ({ id }) => id, whole: true },
  ];
  out.table(columns, webhooks);
};
