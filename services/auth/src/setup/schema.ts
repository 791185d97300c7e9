import { closed, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { emailSchema, nameSchema } from '../names.ts';
import { slugSchema } from '../tenants/schema.ts';

export const setupState = Type.Object({
  needed: Type.Boolean({ description: 'Whether no one has claimed this installation yet' }),
  link_expires_at: Type.Union([timestampSchema, Type.Null()], {
    description: 'When the printed link expires; null if there is none',
  }),
});

export const claimSetup = closed({
  token: Type.String({ maxLength: 200, description: 'The part of the setup link after the #' }),
  email: emailSchema,
  name: nameSchema,
  password: Type.String({ maxLength: 1024 }),
  tenant: Type.Optional(closed({ slug: slugSchema, name: nameSchema })),
});
export type ClaimSetup = Static<typeof claimSetup>;
