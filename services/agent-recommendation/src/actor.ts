import type { Actor } from '@wheelhouse/contracts';
import { type Principal, refuse } from '@wheelhouse/kit';

/** As whom somebody answers a recommendation. */
export function actorFor({ kind, id }: Principal): Actor {
  if (kind === 'user' || kind === 'session') return { type: 'user', id };
  if (kind === 'service') return { type: 'service_account', id };
  return refuse('forbidden', {
    message: 'Only users and service accounts can answer recommendations. Next step: use the token of one.',
  });
}
