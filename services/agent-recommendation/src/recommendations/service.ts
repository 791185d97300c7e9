import type { Actor } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import type { RecommendationRow } from './row.ts';
import { type DismissBody, mostDays, usualDays } from './schema.ts';
import { nextStatus } from './state.ts';
import { updateRecommendation } from './store.ts';

/** What people answer, of a row that the transaction has locked. */

const dayMs = 24 * 60 * 60_000;

interface By {
  readonly clock: ModuleContext['clock'];
  readonly actor: Actor;
}

export function accept(
  db: TenantDb,
  row: RecommendationRow,
  note: string | undefined,
  { clock, actor }: By,
): Promise<RecommendationRow> {
  const status = nextStatus(row.status, 'accept');
  const said = { status, accepted_by: actor, accepted_at: clock.now(), note: note ?? null };
  return updateRecommendation(db, row, said);
}

export function dismiss(
  db: TenantDb,
  row: RecommendationRow,
  { reason, until }: DismissBody,
  { clock, actor }: By,
): Promise<RecommendationRow> {
  const status = nextStatus(row.status, 'dismiss');
  const now = clock.now();
  const date = until === undefined ? new Date(now.getTime() + usualDays * dayMs) : new Date(until);
  if (date <= now) refuseUntil('must be in the future');
  if (date.getTime() > now.getTime() + mostDays * dayMs) refuseUntil(`must be within ${mostDays} days`);
  const dismissed = { reason, until: date.toISOString(), by: actor, at: now.toISOString() };
  return updateRecommendation(db, row, { status, dismissed, dismissed_until: date });
}

function refuseUntil(message: string): never {
  return refuse('validation_failed', {
    message: `until ${message}.`,
    details: [{ field: 'until', code: 'invalid', message }],
  });
}
