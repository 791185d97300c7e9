import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const actor = Type.Object({
  kind: Type.String({ description: 'user, session, service, pipeline, module, operator, or anonymous' }),
  id: nullable(Type.String()),
  credential_id: nullable(Type.String({ description: 'the token, secret or session it was done with' })),
});
const details = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });
const result = Type.String({ description: 'done, or the code of the refusal' });
const count = Type.Integer({
  minimum: 1,
  description: 'how often; above 1 only for refusals of one kind in one minute',
});

export const auditEntry = Type.Object({
  id: uuidSchema,
  seq: Type.Integer({ description: 'its number in the trail of the tenant, without gaps' }),
  at: timestampSchema,
  module: Type.String(),
  action: Type.String({ description: 'as token.create' }),
  route: Type.String(),
  actor,
  object_id: nullable(Type.String()),
  request_id: nullable(Type.String()),
  address: nullable(Type.String()),
  result,
  count,
  details,
  hash: Type.String({ description: 'signs this entry and, through the hash of the one before, all before it' }),
});
export type AuditEntry = Static<typeof auditEntry>;

const period = {
  created_after: Type.Optional(Type.With(timestampSchema, { description: 'at or after' })),
  created_before: Type.Optional(Type.With(timestampSchema, { description: 'before' })),
};
export const exportQuery = closed(period);
export type ExportQuery = Static<typeof exportQuery>;
export const auditLines = Type.String({
  contentMediaType: 'application/x-ndjson',
  description: 'one entry a line, oldest first; the last line is {"head": {seq, hash}}',
});

export const auditHead = Type.Object({
  seq: Type.Integer({ description: 'the number of the newest entry; 0 before the first' }),
  hash: Type.String({ description: 'keep it elsewhere: wheelhouse audit verify --head SEQ:HASH finds a cut end' }),
});

/** What a module without a database tells. */
export const toldEntries = closed({
  entries: Type.Array(
    closed({
      tenant_id: uuidSchema,
      at: timestampSchema,
      action: Type.String(),
      route: Type.String(),
      actor: closed({
        kind: Type.Enum(['user', 'session', 'service', 'pipeline', 'module', 'anonymous', 'operator']),
        id: nullable(Type.String()),
        credential_id: nullable(Type.String()),
      }),
      object_id: nullable(Type.String()),
      request_id: nullable(Type.String()),
      address: nullable(Type.String()),
      result,
      count,
      details,
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
});
export type ToldEntries = Static<typeof toldEntries>;
export const takenEntries = Type.Object({
  taken: Type.Integer(),
  unknown_tenants: Type.Array(uuidSchema, { description: 'whose entries were left out' }),
});
