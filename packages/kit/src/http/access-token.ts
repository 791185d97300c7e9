import { isIngestPurpose, isScope } from '@wheelhouse/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';
import type { Revocations } from './revocations.ts';

/**
 * The house's access token: HS256 with AUTH_JWT_ACCESS_SECRET, short-lived, verified by every module
 * by itself and offline, so a module reached without the gateway is as closed as behind it.
 */
const issuer = 'wheelhouse';
/** The audience of callers' tokens; a module's own token names the one module it is for. */
export const callersAudience = 'wheelhouse';

const shortestSecret = 32;

/** A comma list rotates: the first signs, all verify. */
export function accessSecrets(setting: string): readonly Uint8Array[] {
  const secrets = setting.split(',').map((entry) => Buffer.from(entry.trim()));
  if (secrets.some((secret) => secret.length < shortestSecret)) {
    throw new Error(`must be at least ${shortestSecret} bytes (each entry, if comma-separated)`);
  }
  return secrets;
}

export interface TokenClaims {
  readonly sub: string;
  readonly kind: Principal['kind'];
  readonly tenant?: string;
  readonly cid: string;
  readonly scopes: readonly string[];
  /** Of an ingest token. */
  readonly purpose?: string;
  readonly cluster_ids?: readonly string[];
  readonly cloudspace_ids?: readonly string[];
  /** The last revocation seen at its issue. */
  readonly rev?: number;
}

export interface SignOptions {
  readonly secrets: readonly Uint8Array[];
  readonly audience: string;
  readonly seconds: number;
  readonly clock: Clock;
}

export async function signAccessToken(
  claims: TokenClaims,
  { secrets, audience, seconds, clock }: SignOptions,
): Promise<string> {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('there is no secret to sign with');
  const now = Math.floor(clock.now().getTime() / 1000);
  const { sub, ...rest } = claims;
  return new SignJWT({ ...rest, cell: 'default' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(sub)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(secret);
}

export type VerifyToken = (token: string) => Promise<Principal>;

const mostRemembered = 10_000;
/** What the gateway and modules are given; a longer one is in a caller's hands. */
const houseTokenSeconds = 60;

/** Verification costs tens of microseconds and a caller sends one token many times: verified ones are remembered. */
export function tokenVerifier(
  secrets: readonly Uint8Array[],
  module: string,
  clock: Clock,
  revocations: Pick<Revocations, 'check'>,
): VerifyToken {
  const remembered = new Map<string, { readonly principal: Principal; readonly expires: number }>();

  return async (token) => {
    const known = remembered.get(token);
    if (known !== undefined) {
      if (known.expires > clock.now().getTime()) return unrevoked(known.principal);
      remembered.delete(token);
      refuse('token_expired');
    }
    const { principal, expires } = await verify(token, secrets, module, clock);
    // The oldest entry goes first; a Map keeps the order of insertion.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(token, { principal, expires });
    return unrevoked(principal);
  };

  function unrevoked(principal: Principal): Principal {
    if (principal.kind !== 'module') revocations.check(principal);
    return principal;
  }
}

async function verify(token: string, secrets: readonly Uint8Array[], module: string, clock: Clock) {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify<TokenClaims & { cell?: string }>(token, secret, {
        issuer,
        algorithms: ['HS256'],
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp', 'kind', 'cid', 'scopes'],
      });
      const audience = payload.kind === 'module' ? module : callersAudience;
      if (payload.aud !== audience)
        refuse('unauthenticated', {
          message: 'This token is for another audience. Use a token issued for this service.',
        });
      return { principal: principalOf(payload), expires: (payload.exp ?? 0) * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) refuse('token_expired');
      if (error instanceof errors.JOSEError) continue;
      throw error;
    }
  }
  return refuse('unauthenticated', { message: 'The access token was not issued by this installation.' });
}

function principalOf(
  claims: TokenClaims & { readonly cell?: string; readonly iat?: number; readonly exp?: number },
): Principal {
  return {
    kind: claims.kind,
    id: claims.sub,
    tenantId: claims.tenant,
    cell: claims.cell ?? 'default',
    credentialId: claims.cid,
    scopes: new Set(claims.scopes.filter(isScope)),
    purpose: claims.purpose !== undefined && isIngestPurpose(claims.purpose) ? claims.purpose : undefined,
    clusterIds: claims.cluster_ids && new Set(claims.cluster_ids),
    cloudspaceIds: claims.cloudspace_ids && new Set(claims.cloudspace_ids),
    revocationsSeen: claims.rev ?? 0,
    longLived: (claims.exp ?? 0) - (claims.iat ?? 0) > houseTokenSeconds,
  };
}
