import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const short = Type.String({ minLength: 1, maxLength: 255 });
const groupRoles = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), uuidSchema, {
  maxProperties: 200,
  description: 'group: role id; the first matching group counts',
});

export const connection = Type.Object({
  id: uuidSchema,
  issuer: Type.String(),
  client_id: Type.String(),
  scopes: Type.Array(Type.String()),
  group_claim: Type.String(),
  group_roles: groupRoles,
  default_role_id: nullable(uuidSchema),
  enabled: Type.Boolean(),
  redirect_uri: Type.String({ description: 'Redirect URI to register at the provider' }),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Connection = Static<typeof connection>;

export const putConnection = closed({
  issuer: Type.String({ minLength: 1, maxLength: 500, description: "Exactly as in the provider's tokens" }),
  client_id: short,
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Omit to keep the current one, if issuer and client_id stay the same',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[!#-\\[\\]-~]{1,100}$' }), {
      maxItems: 20,
      description: 'Requested in addition to openid',
    }),
  ),
  group_claim: Type.Optional(short),
  group_roles: Type.Optional(groupRoles),
  default_role_id: Type.Optional(nullable(uuidSchema)),
  enabled: Type.Boolean(),
});
export type PutConnection = Static<typeof putConnection>;

export const domain = Type.Object({
  id: uuidSchema,
  domain: Type.String(),
  name: Type.String({ description: 'Name of the TXT record to publish' }),
  value: Type.String({ description: 'Value of the TXT record to publish' }),
  verified_at: nullable(timestampSchema),
  created_at: timestampSchema,
});
export type Domain = Static<typeof domain>;
export const domainId = closed({ id: uuidSchema });
export const addDomain = closed({ domain: Type.String({ minLength: 1, maxLength: 253 }) });

export const startFlow = closed({
  tenant: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 63,
      description: 'Slug of the tenant; can be omitted if the installation has only one tenant',
    }),
  ),
  return_to: Type.Optional(Type.String({ maxLength: 2000, description: 'A path of this installation' })),
});
export type StartFlow = Static<typeof startFlow>;
export const startedFlow = Type.Object({ authorization_url: Type.String() });

/** Providers add parameters of their own. */
export const callbackQuery = Type.Object(
  {
    state: Type.Optional(Type.String({ maxLength: 500 })),
    code: Type.Optional(Type.String({ maxLength: 8192 })),
    iss: Type.Optional(Type.String({ maxLength: 1000 })),
    error: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: true },
);
export type CallbackQuery = Readonly<Record<string, unknown>> & Static<typeof callbackQuery>;
