import type { Actor } from '@wheelhouse/contracts';
import { type Principal, refuse } from '@wheelhouse/kit';

/** As whom somebody decides. */
export function actorFor({ kind, id }: Principal): Actor {
  switch (kind) {
    case 'user':
    case 'session':
      return { type: 'user', id };
    case 'service':
      return { type: 'service_account', id };
    case 'pipeline':
    case 'ingest':
    case 'module':
      return refuse('forbidden', { message: 'Only users and service accounts can decide on actions.' });
    default:
      throw new RangeError(`Nobody decides as ${JSON.stringify(kind satisfies never)}`);
  }
}
