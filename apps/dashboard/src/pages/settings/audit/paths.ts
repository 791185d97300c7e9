import type { Schemas } from '@wheelhouse/sdk';

export type Entry = Schemas['auth']['AuditEntry'];

export const auditPath = '/auth/api/v1/audit';
