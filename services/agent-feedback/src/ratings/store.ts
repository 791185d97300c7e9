import type { Actor } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';

export interface Rating {
  readonly kind: 'analysis' | 'run';
  readonly thingId: string;
  readonly rater: Actor;
  readonly helpful: boolean;
  readonly note: string | null;
  readonly at: Date;
}

/** One per person and thing: a later one takes the place of an earlier. */
export async function putRating(db: TenantDb, { kind, thingId, rater, helpful, note, at }: Rating): Promise<void> {
  await db.query(
    `INSERT INTO agent_feedback.ratings (tenant_id, rated_by, kind, thing_id, rater, helpful, note, rated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id, kind, thing_id, rated_by) DO UPDATE SET rater = excluded.rater, helpful = excluded.helpful,
       note = excluded.note, rated_at = excluded.rated_at`,
    [db.tenantId, rater.id, kind, thingId, JSON.stringify(rater), helpful, note, at],
  );
}
