import { closed, oneOf, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { nameSchema } from '../names.ts';

export const linkKinds = ['invite', 'reset'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** As it is shown, once, to whoever asked for it. */
export const shownLink = Type.Object({
  url: Type.String({ description: 'Works once; whoever opens it sets the password' }),
  expires_at: timestampSchema,
  curl: Type.String({ description: 'The same without a browser' }),
  mailed: Type.Boolean({ description: 'Whether it was also mailed to the user' }),
  reason: Type.Optional(Type.String({ description: 'Why it was not mailed' })),
});
export type ShownLink = Static<typeof shownLink>;

const token = Type.String({ maxLength: 200, description: 'The part of the link after the #' });

export const lookLink = closed({ token });
export const seenLink = Type.Object({
  kind: oneOf([...linkKinds]),
  email: Type.String(),
  name: Type.String(),
  tenant: Type.Object({ slug: Type.String(), name: Type.String() }),
  expires_at: timestampSchema,
});

export const claimLink = closed({
  token,
  password: Type.String({ maxLength: 1024 }),
  name: Type.Optional(nameSchema),
});
export type ClaimLink = Static<typeof claimLink>;
export const claimedLink = Type.Object({
  email: Type.String(),
  tenant: Type.Object({ slug: Type.String(), name: Type.String() }),
});
