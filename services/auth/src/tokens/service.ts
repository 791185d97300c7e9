import { type ModuleContext, type Principal, refuse, type Reply, type TenantDb } from '@wheelhouse/kit';
import type { Static } from 'typebox';
import type { AuthSettings } from '../config.ts';
import { issueCredential } from '../credentials/service.ts';
import { powerOfUser } from '../roles/power.ts';
import { refuseUnlessFresh } from '../sessions/service.ts';
import type { createToken } from './schema.ts';

export async function issueToken(
  db: TenantDb,
  { makeId, clock }: ModuleContext<AuthSettings>,
  principal: Principal,
  { name, scopes, expires_in_days }: Static<typeof createToken>,
): Promise<Reply> {
  await refuseUnlessFresh(db, principal.credentialId, clock.now());
  const power = await powerOfUser(db, principal.id);
  const lacking = scopes.filter((scope) => power?.state !== 'active' || !power.scopes.includes(scope));
  if (lacking.length > 0)
    refuse('forbidden', {
      message: `your role does not have the scope ${lacking.join(', ')}; leave it out, or ask an administrator for it`,
      details: lacking.map((scope) => ({
        field: 'scopes',
        code: 'beyond_role',
        message: `${scope} is not in your role`,
      })),
    });
  const { shown, secret } = await issueCredential(
    db,
    { makeId, clock },
    {
      kind: 'personal',
      ownerId: principal.id,
      name,
      scopes,
      expiresInDays: expires_in_days,
      createdBy: principal.id,
    },
  );
  return {
    body: { ...shown, token: secret },
    objectId: shown.id,
    audit: { details: { name, scopes, expires_at: shown.expires_at } },
  };
}
