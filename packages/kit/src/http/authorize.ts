import type { Access, Scope } from '@wheelhouse/contracts';
import type { VerifyToken } from './access-token.ts';
import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';

/** Says who calls, and whether a route's access lets them: 401 before 403. */
export class Authorizer {
  readonly #module: string;
  readonly #verify: VerifyToken;

  constructor(module: string, verify: VerifyToken) {
    this.#module = module;
    this.#verify = verify;
  }

  /** Refuses a caller whom this access is not for. */
  allow(access: Exclude<Access, 'public'>, principal: Principal): Principal {
    if (access === 'internal') {
      // Callers are not told that internal routes exist.
      return principal.kind === 'module' ? principal : refuse('not_found');
    }
    if (principal.kind === 'module')
      refuse('forbidden', { message: `a module's own token opens only internal routes of ${this.#module}` });
    if (access === 'session')
      return principal.kind === 'session'
        ? principal
        : refuse('forbidden', { message: 'this call needs a signed-in person' });
    if (access === 'own')
      return principal.kind === 'user' || principal.kind === 'session'
        ? principal
        : refuse('forbidden', { message: 'this call is for a person, about what is their own' });
    if (access === 'reporting')
      return principal.kind === 'pipeline'
        ? principal
        : refuse('forbidden', { message: 'this call needs a pipeline reporting token' });
    return this.#withScope(principal, access);
  }

  async known(authorization: string | undefined): Promise<Principal> {
    const [scheme, token] = authorization?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) refuse('unauthenticated');
    return this.#verify(token);
  }

  #withScope(principal: Principal, scope: Scope): Principal {
    if (principal.scopes.has(scope)) return principal;
    return refuse('insufficient_scope', {
      message: `this call needs the scope ${scope}; the token has ${[...principal.scopes].join(', ') || 'none'}`,
      headers: { 'x-accepted-oauth-scopes': scope, 'x-oauth-scopes': [...principal.scopes].join(' ') },
    });
  }
}
