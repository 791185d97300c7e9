import { X509Certificate } from 'node:crypto';
import type { Keyring } from '@wheelhouse/kit';
import { type ClusterAccess, writtenAccess } from '@wheelhouse/kubernetes';
import type { ClusterCredentials } from './schema.ts';
import type { ClusterRow } from './store.ts';

export const table = 'platform.clusters';

/** The columns of a row that say how one comes in. */
export type AccessColumns = Pick<ClusterRow, 'server' | 'credentials' | 'credential_kind' | 'credential_expires_at'>;

/** All of it but the server. */
export type Kept = Omit<ClusterCredentials, 'server'>;

export function sealAccess(secrets: Keyring, tenantId: string, rowId: string, access: ClusterAccess): AccessColumns {
  const { server, ...kept } = writtenAccess(access);
  return {
    server,
    credentials: secrets.seal({ tenantId, table, rowId }, JSON.stringify(kept)),
    credential_kind: kindOf(kept),
    credential_expires_at: endOf(kept),
  };
}

/** As they leave this module, by its internal route only. */
export function openCredentials(
  secrets: Keyring,
  tenantId: string,
  { id, server, credentials }: ClusterRow,
): ClusterCredentials {
  const kept: Kept = JSON.parse(secrets.open({ tenantId, table, rowId: id }, credentials));
  return { server, ...kept };
}

export function kindOf({ client_certificate }: Kept): 'token' | 'client_certificate' {
  return client_certificate === undefined ? 'token' : 'client_certificate';
}

/** When they stop working, as far as they say it themselves. */
export function endOf({ token, client_certificate }: Kept): Date | null {
  if (client_certificate !== undefined) return new X509Certificate(client_certificate).validToDate;
  const [, claims = ''] = token?.split('.') ?? [];
  try {
    const { exp }: { readonly exp?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const end = new Date(typeof exp === 'number' ? exp * 1000 : Number.NaN);
    return Number.isNaN(end.getTime()) ? null : end;
  } catch {
    return null;
  }
}
