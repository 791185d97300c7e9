import type { Actor } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import { finalBy, type VerdictRow } from './row.ts';
import type { OverruleBody } from './schema.ts';
import { updateVerdict } from './store.ts';
import { tellReached } from './tell.ts';

/** Of a row that this transaction has locked. What was measured stays beside what is said now. */
export async function overrule(
  db: TenantDb,
  context: Pick<ModuleContext, 'clock' | 'emit'>,
  row: VerdictRow,
  { verdict, note }: OverruleBody,
  actor: Actor,
): Promise<VerdictRow> {
  if (row.state === 'pending')
    refuse('invalid_state', {
      message: `The verdict is pending: cannot overrule. Next step: wait until it is final${byWhen(row)}.`,
    });
  // Whoever hears both goes by the later one, even if they are said within one moment.
  const now = Math.max(context.clock.now().getTime(), (row.reached_at?.getTime() ?? 0) + 1);
  const said = { verdict, note, overruled_by: actor, overruled_at: new Date(now), reached_at: new Date(now) };
  const after = await updateVerdict(db, row, said);
  await tellReached(db, context, after);
  return after;
}

function byWhen(row: VerdictRow): string {
  const moment = finalBy(row);
  return moment === null ? '' : `, at ${moment.toISOString()} at the latest`;
}
