import { refuse } from '@wheelhouse/kit';
import type { RequestHeaders } from './request-headers.ts';

/**
 * A browser adds the session cookie to whatever any page asks for. What changes something is done only for pages
 * of our own origin, and only with a header that a form of another page cannot add.
 */
export function refuseForeignPage(method: string, headers: RequestHeaders, externalOrigin: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, fetchSite, csrf } = headers;
  const own = fetchSite === undefined ? origin === externalOrigin : fetchSite === 'same-origin';
  if (!own || (origin !== undefined && origin !== externalOrigin))
    refuse('forbidden', {
      message: `With the session cookie, this endpoint can only be called from pages of ${externalOrigin}. In a program, use a token.`,
    });
  if (csrf === undefined || csrf === '')
    refuse('forbidden', {
      message: 'With the session cookie, this endpoint requires the header X-Wheelhouse-CSRF with any value.',
    });
}
