import { closed, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { shownLink } from '../links/schema.ts';
import { emailSchema, nameSchema } from '../names.ts';
import { tenantStates } from './state.ts';

/** A DNS label, so that a tenant can have a host of its own some day. */
export const slugSchema = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$',
  description: 'Identifies the tenant at sign-in: 3 to 40 of a-z, 0-9 and -',
});
/** What stands, or may come to stand, where a slug does. */
const reservedSlugs: readonly string[] = ['api', 'docs', 'login', 'setup', 'assets', 'admin'];

export function refuseReservedSlug(slug: string): void {
  if (!reservedSlugs.includes(slug)) return;
  const message = `must not be one of ${reservedSlugs.join(', ')}`;
  refuse('validation_failed', { message: `slug ${message}.`, details: [{ field: 'slug', code: 'reserved', message }] });
}

const fields = {
  id: uuidSchema,
  slug: Type.String(),
  name: Type.String(),
  state: oneOf([...tenantStates]),
  operator: Type.Boolean({ description: 'Whether its administrators manage the other tenants' }),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  delete_after: Type.With(nullable(timestampSchema), {
    description: 'While it is being deleted: until when it can be restored',
  }),
};
export const tenant = Type.Object(fields);
export type Tenant = Static<typeof tenant>;

export const tenantId = closed({ id: uuidSchema });
export const createTenantBody = closed({
  slug: slugSchema,
  name: nameSchema,
  owner: closed({ email: emailSchema, name: nameSchema }),
});
export type CreateTenant = Static<typeof createTenantBody>;
export const ownerLink = Type.Object({ owner: Type.Object({ id: uuidSchema, email: Type.String() }), link: shownLink });
export const createdTenant = Type.Object({ ...fields, ...ownerLink.properties });
export const renameTenant = closed({ name: nameSchema });

export const ownTenant = Type.Object({
  id: uuidSchema,
  slug: Type.String(),
  name: Type.String(),
  require_totp: Type.Boolean({ description: 'Users who sign in with a password need a second factor' }),
  require_sso: Type.Boolean({
    description:
      'Users sign in through the identity provider only; turning it on signs out everyone else but owners with a second factor',
  }),
});
export const changeOwnTenant = closed({
  name: Type.Optional(nameSchema),
  require_totp: Type.Optional(Type.Boolean()),
  require_sso: Type.Optional(Type.Boolean()),
});
export type ChangeOwnTenant = Static<typeof changeOwnTenant>;
