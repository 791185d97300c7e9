import { allow, refuse } from '@wheelhouse/kit';
import type { Holder } from '../credentials/holder.ts';
import type { Destination } from '../routes/route-tree.ts';

/** Refuses a known caller what is not for them. */
export function admit({ row: { access }, own }: Destination, { principal }: Holder): void {
  if (access === 'public' || access === 'internal') return;
  if (own === undefined) allow(access, principal);
  // Our own pages are for anyone who is known. But an ingest token lies in the configuration of other programs.
  else if (principal.kind === 'ingest')
    refuse('forbidden', { message: 'An ingest token only opens the endpoints that it was made for.' });
}
