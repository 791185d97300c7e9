import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';

const field = (description: string) => Type.Optional(Type.String({ description }));

/** Not closed, and nothing required: RFC 6749 has unknown fields ignored, and its own words for what is missing. */
export const tokenRequest = Type.Union([
  Type.Object({
    grant_type: field('client_credentials'),
    client_id: field('the id of the service account, unless it is sent by HTTP Basic'),
    client_secret: field('a secret of the service account, unless it is sent by HTTP Basic'),
    scope: field("scopes separated by spaces, out of the account's; all of them unless given"),
  }),
  Type.Null({ description: 'an empty body, which is refused' }),
]);

export const tokenResponse = closed({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  scope: Type.String({ description: 'what was granted, separated by spaces' }),
});
