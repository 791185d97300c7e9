import { type Clock, type Reach, refuse, type Reply, type TenantDb } from '@wheelhouse/kit';
import { reaches } from './reach.ts';
import { existing } from './service.ts';
import { shownWith, webhookEtag } from './shown.ts';
import type { SubscriptionRow } from './store.ts';

/** One outside the caller's role is none. */
export async function reachable(
  db: TenantDb,
  reach: Reach,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<SubscriptionRow> {
  const row = await existing(db, id, lock);
  return reaches(reach, row) ? row : refuse('not_found');
}

interface More {
  readonly secret?: string;
  /** The fields that were set. */
  readonly changed?: readonly string[];
}

/** What every call about one webhook answers. */
export function answers(clock: Clock) {
  return async (db: TenantDb, row: SubscriptionRow, { secret, changed }: More = {}): Promise<Reply> => {
    const [webhook] = await shownWith(db, [row], clock.now());
    if (webhook === undefined) throw new Error('a row that was given was not shown');
    const { events, format, state } = row;
    // Not the whole address: receivers keep secrets in paths.
    return {
      body: secret === undefined ? webhook : { ...webhook, signing_secret: secret },
      // An answer with a secret in it is of this call alone, and nothing to compare with later.
      ...(secret === undefined ? { etag: webhookEtag(row, webhook) } : {}),
      objectId: row.id,
      audit: {
        details: { host: new URL(row.url).host, format, events, state, ...(changed === undefined ? {} : { changed }) },
      },
    };
  };
}
