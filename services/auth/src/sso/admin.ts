import { type Principal, refuse } from '@wheelhouse/kit';

/** Of a session: routes that want a person cannot name a scope as well. */
export function refuseUnlessAdmin({ scopes }: Principal): void {
  if (scopes.has('admin')) return;
  refuse('insufficient_scope', {
    message: `This endpoint requires the scope admin; your role has ${[...scopes].join(', ') || 'none'}.`,
    headers: { 'x-accepted-oauth-scopes': 'admin', 'x-oauth-scopes': [...scopes].join(' ') },
  });
}
