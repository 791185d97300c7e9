import { type Clock, type ModuleContext, type Principal, refuse, type Reply, type TenantDb } from '@wheelhouse/kit';
import type { Static } from 'typebox';
import type { AuthSettings } from '../config.ts';
import { issueCredential, liveCredentialsOf, type Maker } from '../credentials/service.ts';
import { powerOfUser } from '../roles/power.ts';
import { refuseUnlessFresh } from '../sessions/service.ts';
import type { createToken } from './schema.ts';

export async function issueToken(
  db: TenantDb,
  { makeId, clock }: ModuleContext<AuthSettings>,
  principal: Principal,
  wanted: Static<typeof createToken>,
): Promise<Reply> {
  await refuseUnlessMayIssue(db, clock, principal, wanted.scopes);
  return mintToken(db, { makeId, clock }, principal.id, wanted);
}

/** They have proved lately who they are, and have what they want to give. */
export async function refuseUnlessMayIssue(
  db: TenantDb,
  clock: Clock,
  principal: Principal,
  scopes: Static<typeof createToken>['scopes'],
): Promise<void> {
  await refuseUnlessFresh(db, principal.credentialId, clock.now());
  const power = await powerOfUser(db, principal.id);
  const lacking = scopes.filter((scope) => power?.state !== 'active' || !power.scopes.includes(scope));
  if (lacking.length > 0)
    refuse('forbidden', {
      message: `Your role does not have the scope ${lacking.join(', ')}. Leave it out, or ask an administrator for it.`,
      details: lacking.map((scope) => ({
        field: 'scopes',
        code: 'beyond_role',
        message: `${scope} is not in your role`,
      })),
    });
}

/** A bound on what a stolen session can leave behind unseen. */
const mostLiveTokens = 50;

/** Without asking whether they may: for whoever has asked. */
export async function mintToken(
  db: TenantDb,
  maker: Maker,
  userId: string,
  wanted: { readonly name: string; readonly scopes: readonly string[]; readonly expires_in_days?: number },
): Promise<Reply> {
  const { name, scopes, expires_in_days } = wanted;
  if ((await liveCredentialsOf(db, 'personal', userId, maker.clock.now())) >= mostLiveTokens)
    refuse('conflict', {
      message: `You have ${mostLiveTokens} live tokens, which is the limit. Revoke one that is no longer used.`,
    });
  const { shown, secret } = await issueCredential(db, maker, {
    kind: 'personal',
    ownerId: userId,
    name,
    scopes,
    expiresInDays: expires_in_days,
    createdBy: userId,
  });
  return {
    body: { ...shown, token: secret },
    objectId: shown.id,
    audit: { details: { name, scopes, expires_at: shown.expires_at } },
  };
}
