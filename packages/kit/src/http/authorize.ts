import { type Access, ingestPurposes, isIngestPurpose, type Scope } from '@wheelhouse/contracts';
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

  /** `modules` may call beside those whom `access` is for. */
  allow(access: Exclude<Access, 'public'>, principal: Principal, modules: readonly string[] = []): Principal {
    if (access === 'internal') {
      // Callers are not told that internal routes exist.
      return principal.kind === 'module' ? principal : refuse('not_found');
    }
    if (principal.kind === 'module' && modules.includes(principal.id)) return principal;
    if (principal.kind === 'module')
      refuse('forbidden', { message: `A module token is only accepted on internal routes of ${this.#module}.` });
    allow(access, principal);
    return principal;
  }

  async known(authorization: string | undefined): Promise<Principal> {
    const [scheme, token] = authorization?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) refuse('unauthenticated');
    return this.#verify(token);
  }
}

/** Refuses a caller whom this access is not for. The gateway asks it first, the module again. */
export function allow(
  access: Exclude<Access, 'public' | 'internal'>,
  principal: Pick<Principal, 'kind' | 'scopes' | 'purpose'>,
): void {
  if (access === 'session') {
    if (principal.kind !== 'session')
      refuse('forbidden', { message: 'This endpoint requires a signed-in user; a token is not accepted.' });
  } else if (access === 'own') {
    if (principal.kind !== 'user' && principal.kind !== 'session')
      refuse('forbidden', {
        message: "This endpoint is for users and concerns only their own objects. Use a user's token or session.",
      });
  } else if (access === 'reporting') {
    if (principal.kind !== 'pipeline')
      refuse('forbidden', { message: 'This endpoint requires a pipeline reporting token.' });
  } else if (isIngestPurpose(access)) {
    if (principal.kind === 'ingest' && principal.purpose === access) return;
    const scope = ingestPurposes[access];
    if (!principal.scopes.has(scope)) refuseScope(scope, principal.scopes, ` or an ingest token made for ${access}`);
  } else if (!principal.scopes.has(access)) refuseScope(access, principal.scopes);
}

function refuseScope(scope: Scope, has: ReadonlySet<Scope>, orElse = ''): never {
  return refuse('insufficient_scope', {
    message: `This endpoint requires the scope ${scope}${orElse}; the token has ${[...has].join(', ') || 'none'}.`,
    headers: { 'x-accepted-oauth-scopes': scope, 'x-oauth-scopes': [...has].join(' ') },
  });
}
