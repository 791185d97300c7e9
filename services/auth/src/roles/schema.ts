import { closed, nullable, oneOf, scopes, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { nameSchema, textSchema } from '../names.ts';
import { builtinRoleNames } from './builtin.ts';

const scopeList = Type.Array(oneOf([...scopes]), { minItems: 1, uniqueItems: true });
const limit = (what: string) =>
  Type.With(nullable(Type.Array(uuidSchema, { maxItems: 200, uniqueItems: true })), {
    description: `Only these ${what}; null for all`,
  });

export const role = Type.Object({
  id: uuidSchema,
  name: Type.String(),
  description: Type.String(),
  builtin: Type.With(nullable(oneOf([...builtinRoleNames])), {
    description: 'Set for the five built-in roles, which cannot be changed',
  }),
  scopes: scopeList,
  cluster_ids: limit('clusters'),
  cloudspace_ids: limit('CloudSpaces'),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Role = Static<typeof role>;

export const roleId = closed({ id: uuidSchema });

const optionalFields = {
  description: Type.Optional(textSchema),
  cluster_ids: Type.Optional(limit('clusters')),
  cloudspace_ids: Type.Optional(limit('CloudSpaces')),
};
export const createRole = closed({ name: nameSchema, scopes: scopeList, ...optionalFields });
export type CreateRole = Static<typeof createRole>;
export const changeRoleBody = closed({
  name: Type.Optional(nameSchema),
  scopes: Type.Optional(scopeList),
  ...optionalFields,
});
export type ChangeRole = Static<typeof changeRoleBody>;
