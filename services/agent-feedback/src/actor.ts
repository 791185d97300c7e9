import type { Actor } from '@wheelhouse/contracts';
import { type Principal, refuse } from '@wheelhouse/kit';

/** As whom somebody gives feedback. */
export function actorFor({ kind, id }: Principal): Actor {
  if (kind === 'user' || kind === 'session') return { type: 'user', id };
  if (kind === 'service') return { type: 'service_account', id };
  return refuse('forbidden', {
    message: 'Only users and service accounts can give feedback. Next step: use the token of one.',
  });
}
