import { refuse, type TenantDb } from '@wheelhouse/kit';
import type { History, HistoryQuery } from './schema.ts';
import { selectPieces, watchedOf } from './store.ts';

const day = 24 * 60 * 60_000;
const usualPoints = 288;

export async function historyOf(
  db: TenantDb,
  clusters: readonly string[] | undefined,
  query: HistoryQuery,
  now: Date,
): Promise<History> {
  const to = query.to === undefined ? now : new Date(query.to);
  // Ids begin with the epoch.
  const from = new Date(Math.max(0, query.from === undefined ? to.getTime() - day : Date.parse(query.from)));
  const span = to.getTime() - from.getTime();
  if (!(span > 0)) refuse('invalid_request', { message: 'from must be before to.' });
  const stepMs = Math.ceil(span / (query.points ?? usualPoints));
  const watched = await watchedOf(db, clusters);
  if (watched.length === 0) refuse('not_found');
  const pieces = await selectPieces(db, watched, from, to, stepMs);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: stepMs / 1_000,
    data: pieces.map(({ piece, ...scores }) => ({
      at: new Date(from.getTime() + piece * stepMs).toISOString(),
      ...scores,
    })),
  };
}
