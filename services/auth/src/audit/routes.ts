import { defineRoute, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { takeTold } from './intake.ts';
import { auditEntry, auditHead, auditLines, exportQuery, takenEntries, toldEntries } from './schema.ts';
import { exportLines, headOf, shown } from './service.ts';
import { auditEntries, entryOf } from './store.ts';

/** Who did what. Nothing here changes an entry. */
export function auditRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    listRoute(context, auditEntries, {
      url: '/api/v1/audit',
      access: 'admin',
      summary: 'List the audit trail, newest first',
      operation: 'listAuditEntries',
      item: auditEntry,
      shown: (rows) => rows.map((row) => shown(entryOf(row))),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/audit/export',
      access: 'admin',
      reach: 'tenant',
      summary: 'Export the audit trail as NDJSON, oldest first; the last line is its head',
      operation: 'exportAudit',
      query: exportQuery,
      response: auditLines,
      handler: async ({ query, read }) => ({
        text: { type: 'application/x-ndjson', parts: exportLines(read, query) },
        headers: { 'content-disposition': 'attachment; filename="audit.ndjson"' },
      }),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/audit/head',
      access: 'admin',
      reach: 'tenant',
      summary: 'Read the head of the audit trail, to be kept elsewhere',
      response: auditHead,
      handler: async ({ read }) => {
        const { seq, hash } = await read(headOf);
        return { body: { seq, hash } };
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/internal/v1/audit',
      access: 'internal',
      reach: 'none',
      summary: 'Accept entries from a module that has no outbox',
      audit: { none: 'the accepted items are audit entries themselves' },
      body: toldEntries,
      response: takenEntries,
      handler: async ({ body, principal }) => ({ body: await takeTold(context, principal.id, body.entries) }),
    }),
  ];
}
