import type { Clock, Database } from '@wheelhouse/kit';
import { lastRevocation, type Revocation, revocationsAfter, revocationsSince } from './store.ts';
import type { RevocationWatch } from './watch.ts';

/** A little longer than the longest access token lives: older revocations can refuse nothing. */
const matteringMs = 20 * 60_000;
const mostAtOnce = 1_000;
const pollMs = 1_000;

export interface FeedPage {
  readonly revocations: readonly Revocation[];
  readonly through: number;
}

/** For a follower that begins: what can still refuse something, and where to go on. */
export async function feedFromStart(database: Database, clock: Clock): Promise<FeedPage> {
  const since = new Date(clock.now().getTime() - matteringMs);
  return database.system(async (db) => {
    // The number before the page, in this order: asked for after it, it could count one that the page lacks.
    const [last, revocations] = await Promise.all([lastRevocation(db), revocationsSince(db, since)]);
    return { revocations, through: Math.max(last, revocations.at(-1)?.seq ?? 0) };
  });
}

/** At once when there is news, else as soon as there is, else, after a second, that there is none. */
export async function feedAfter(
  database: Database,
  clock: Clock,
  watch: RevocationWatch,
  after: number,
): Promise<FeedPage> {
  const read = () => database.system((db) => revocationsAfter(db, after, mostAtOnce));
  const [known, last] = await database.system((db) =>
    Promise.all([revocationsAfter(db, after, mostAtOnce), lastRevocation(db)]),
  );
  // The follower knows of more than there ever was: the database was set back, to a backup.
  if (last < after) return feedFromStart(database, clock);
  if (known.length === 0) await watch.newsAfter(after, pollMs);
  const revocations = known.length === 0 ? await read() : known;
  return { revocations, through: revocations.at(-1)?.seq ?? after };
}
