import { closed } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { longestPassword } from './weak-passwords.ts';

const password = Type.String({ minLength: 1, maxLength: longestPassword });
const slug = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'Slug of the tenant; can be omitted if the installation has only one tenant',
});

export const signIn = closed({
  tenant: Type.Optional(slug),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password,
  totp: Type.Optional(Type.String({ maxLength: 16, description: 'Code from the authenticator app' })),
  recovery_code: Type.Optional(Type.String({ maxLength: 64, description: 'Instead of a code; each can be used once' })),
});
export type SignIn = Static<typeof signIn>;

export const optionsQuery = closed({ tenant: Type.Optional(slug) });

/** The same for tenants that do not exist: nobody learns here which do. */
export const signInOptions = Type.Object({
  password: Type.Boolean(),
  sso: Type.Boolean(),
  needs_tenant: Type.Boolean({ description: 'Whether sign-in has to name a tenant, because there are several' }),
  tenant_name: Type.Optional(Type.String({ description: 'Name of the only tenant' })),
});

export const changePassword = closed({ current_password: password, new_password: password });
