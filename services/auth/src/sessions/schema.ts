import { closed, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const session = Type.Object({
  id: uuidSchema,
  current: Type.Boolean({ description: 'Whether this is the session of this request' }),
  method: oneOf(['password', 'sso', 'setup']),
  created_at: timestampSchema,
  authenticated_at: Type.String({ ...timestampSchema, description: 'When the user last authenticated' }),
  last_seen_at: timestampSchema,
  expires_at: timestampSchema,
  address: Type.String(),
  user_agent: Type.String(),
});
export type Session = Static<typeof session>;
export const sessionId = closed({ id: uuidSchema });

/** Who is signed in: what a sign-in answers, and what the session tells later. */
export const signedIn = Type.Object({
  session_id: uuidSchema,
  user: Type.Object({
    id: uuidSchema,
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    totp: Type.Boolean({ description: 'Whether sign-in asks for a second factor' }),
  }),
  tenant: Type.Object({ id: uuidSchema, slug: Type.String(), name: Type.String() }),
  authenticated_at: timestampSchema,
  expires_at: timestampSchema,
  needs_totp_setup: Type.Optional(
    Type.Boolean({
      description: 'The tenant requires a second factor: until it is set up, this session can do nothing else',
    }),
  ),
});
export type SignedIn = Static<typeof signedIn>;

export const reauthenticate = closed({
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  totp: Type.Optional(Type.String({ maxLength: 16 })),
  recovery_code: Type.Optional(Type.String({ maxLength: 64 })),
});
