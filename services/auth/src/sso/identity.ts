import { authorizationCodeGrant, AuthorizationResponseError, type Configuration, fetchUserInfo } from 'openid-client';
import { normalEmail } from '../names.ts';
import { whyOf } from './provider-fault.ts';
import { SignInRefused } from './refused.ts';

/** Whom the provider says it has before it. */
export interface Identity {
  readonly subject: string;
  /** Lower case, and verified by the provider. */
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface CodeChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

type Claims = Readonly<Record<string, unknown>>;

const longestName = 63;
const longestSubject = 255;

/** Trades the code for an ID token, whose signature, issuer, audience, nonce and time have then been checked. */
export async function identityOf(
  configuration: Configuration,
  callback: URL,
  { state, nonce, verifier }: CodeChecks,
  groupClaim: string,
): Promise<Identity> {
  const claims = await claimsOf(configuration, callback, { state, nonce, verifier }, groupClaim).catch(
    (error: unknown) => {
      if (error instanceof AuthorizationResponseError)
        throw new SignInRefused('sso_denied', `the provider returned ${error.error}`);
      throw new SignInRefused('sso_failed', whyOf(error));
    },
  );
  const { sub, email, email_verified: verified, name } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > longestSubject)
    throw new SignInRefused('sso_failed', 'the provider sent no usable subject');
  if (typeof email !== 'string' || email.length > 254)
    throw new SignInRefused('sso_not_allowed', 'the provider sent no email address; add the scope email');
  if (verified !== true) throw new SignInRefused('sso_not_allowed', 'the provider has not verified the email address');
  return {
    subject: sub,
    email: normalEmail(email),
    name: nameFrom(name) ?? normalEmail(email).slice(0, longestName),
    groups: groupsOf(claims[groupClaim]),
  };
}

async function claimsOf(
  configuration: Configuration,
  callback: URL,
  { state, nonce, verifier }: CodeChecks,
  groupClaim: string,
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider sent no ID token');
  // Many providers keep the ID token small and tell the rest when asked.
  const isWhole = ['email', 'email_verified', groupClaim].every((name) => name in claims);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
}

/** As a name may be here, whatever the provider allows. */
function nameFrom(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  const name = claim
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .trim();
  return name === '' ? undefined : name;
}

function groupsOf(claim: unknown): readonly string[] {
  const groups: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return groups.filter((group) => typeof group === 'string');
}
