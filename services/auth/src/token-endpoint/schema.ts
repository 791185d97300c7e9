import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';

const field = (description: string) => Type.Optional(Type.String({ description }));

/** Not closed, and nothing required: RFC 6749 has unknown fields ignored, and its own words for what is missing. */
export const tokenRequest = Type.Union([
  Type.Object({
    grant_type: field('client_credentials'),
    client_id: field('Id of the service account, unless sent with HTTP Basic'),
    client_secret: field('Secret of the service account, unless sent with HTTP Basic'),
    scope: field('Scopes of the account, separated by spaces; all of them by default'),
  }),
  Type.Null({ description: 'An empty body, which is rejected' }),
]);

export const tokenResponse = closed({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'In seconds' }),
  scope: Type.String({ description: 'Granted scopes, separated by spaces' }),
});
