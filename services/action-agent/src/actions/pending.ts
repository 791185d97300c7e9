import { refuse } from '@wheelhouse/kit';
import type { ActionRow } from '../records/row.ts';

/** Only what waits can be decided; its time may be over though nobody has written that down yet. */
export function mustBePending({ status, expires_at }: ActionRow, now: Date): void {
  if (status === 'expired' || (status === 'pending_approval' && expires_at !== null && expires_at <= now))
    refuse('action_expired');
  if (status !== 'pending_approval')
    refuse('action_not_pending', { message: `The action is no longer waiting for approval: it is ${status}.` });
}
