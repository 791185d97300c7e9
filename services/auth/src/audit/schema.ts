import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const actor = Type.Object({
  kind: Type.String({ description: 'user, session, service, pipeline, ingest, module, operator, or anonymous' }),
  id: nullable(Type.String()),
  credential_id: nullable(Type.String({ description: 'The token, secret or session that was used' })),
});
const details = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });
const result = Type.String({ description: 'done, or the error code if it was refused' });
const count = Type.Integer({
  minimum: 1,
  description: 'Number of occurrences; above 1 only for identical refusals within one minute',
});

export const auditEntry = Type.Object({
  id: uuidSchema,
  seq: Type.Integer({ description: "Sequence number in the tenant's trail, without gaps" }),
  at: timestampSchema,
  module: Type.String(),
  action: Type.String({ description: 'For example token.create' }),
  route: Type.String(),
  actor,
  object_id: nullable(Type.String()),
  request_id: nullable(Type.String()),
  address: nullable(Type.String()),
  result,
  count,
  details,
  hash: Type.String({
    description: 'Signs this entry and, through the hash of the previous one, all entries before it',
  }),
});
export type AuditEntry = Static<typeof auditEntry>;

const period = {
  created_after: Type.Optional(Type.With(timestampSchema, { description: 'Only entries at or after this time' })),
  created_before: Type.Optional(Type.With(timestampSchema, { description: 'Only entries before this time' })),
};
export const exportQuery = closed(period);
export type ExportQuery = Static<typeof exportQuery>;
export const auditLines = Type.String({
  contentMediaType: 'application/x-ndjson',
  description: 'One entry per line, oldest first; the last line is {"head": {seq, hash}}',
});

export const auditHead = Type.Object({
  seq: Type.Integer({ description: 'Sequence number of the newest entry; 0 if there is none' }),
  hash: Type.String({
    description: 'Keep it elsewhere: wheelhouse audit verify --head SEQ:HASH detects a truncated trail',
  }),
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
        kind: Type.Enum(['user', 'session', 'service', 'pipeline', 'ingest', 'module', 'anonymous', 'operator']),
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
  unknown_tenants: Type.Array(uuidSchema, { description: 'The tenants whose entries were left out' }),
});
