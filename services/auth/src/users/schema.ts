import { closed, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { shownLink } from '../links/schema.ts';
import { emailSchema, nameSchema } from '../names.ts';
import { userStates } from './state.ts';

const fields = {
  id: uuidSchema,
  email: Type.String(),
  name: Type.String(),
  state: oneOf([...userStates]),
  role_id: uuidSchema,
  role_name: Type.String(),
  has_password: Type.Boolean(),
  has_totp: Type.Boolean({ description: 'Whether a second factor is set up' }),
  has_sso: Type.Boolean({ description: "Whether the user has signed in through the tenant's identity provider" }),
  last_login_at: nullable(timestampSchema),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};
export const user = Type.Object(fields);
export type User = Static<typeof user>;

export const userId = closed({ id: uuidSchema });

export const inviteUser = closed({ email: emailSchema, name: nameSchema, role_id: uuidSchema });
export type InviteUser = Static<typeof inviteUser>;
export const invitedUser = Type.Object({ ...fields, link: shownLink });
export const changeUserBody = closed({ name: Type.Optional(nameSchema), role_id: Type.Optional(uuidSchema) });
export type ChangeUser = Static<typeof changeUserBody>;

const limit = nullable(Type.Array(uuidSchema));
export const me = Type.Object({
  kind: oneOf(['user', 'service_account']),
  id: uuidSchema,
  name: Type.String(),
  email: nullable(Type.String()),
  role: nullable(Type.Object({ id: uuidSchema, name: Type.String(), builtin: nullable(Type.String()) })),
  scopes: Type.Array(Type.String(), { description: 'What the credential of this request may do' }),
  cluster_ids: Type.With(limit, { description: 'Only these clusters; null for all' }),
  cloudspace_ids: Type.With(limit, { description: 'Only these CloudSpaces; null for all' }),
  tenant: Type.Object({ id: uuidSchema, slug: Type.String(), name: Type.String() }),
});
export type Me = Static<typeof me>;
