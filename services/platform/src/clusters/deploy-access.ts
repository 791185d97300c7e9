import type { Keyring } from '@wheelhouse/kit';
import { accessFromWritten, type ClusterAccess, writtenAccess } from '@wheelhouse/kubernetes';
import { endOf, type Kept, kindOf, openCredentials, table } from './credentials.ts';
import type { ClusterRow } from './store.ts';

/** The columns of a row that say how one comes in to deploy. */
export type DeployColumns = Pick<
  ClusterRow,
  'deploy_server' | 'deploy_credentials' | 'deploy_credential_kind' | 'deploy_credential_expires_at'
>;

export const noDeployAccess: DeployColumns = {
  deploy_server: null,
  deploy_credentials: null,
  deploy_credential_kind: null,
  deploy_credential_expires_at: null,
};

/** Apart from the registered ones, and bound to their column: neither opens in the place of the other. */
const column = 'deploy_credentials';

export function sealDeployAccess(
  secrets: Keyring,
  tenantId: string,
  rowId: string,
  access: ClusterAccess,
): DeployColumns {
  const { server, ...kept } = writtenAccess(access);
  return {
    deploy_server: server,
    deploy_credentials: secrets.seal({ tenantId, table, rowId, column }, JSON.stringify(kept)),
    deploy_credential_kind: kindOf(kept),
    deploy_credential_expires_at: endOf(kept),
  };
}

/** Those it has for that, else the registered ones. They never leave this module. */
export function deployAccessOf(secrets: Keyring, tenantId: string, row: ClusterRow): ClusterAccess {
  const { id, deploy_server: server, deploy_credentials: sealed } = row;
  if (server === null || sealed === null) return accessFromWritten(openCredentials(secrets, tenantId, row));
  const kept: Kept = JSON.parse(secrets.open({ tenantId, table, rowId: id, column }, sealed));
  return accessFromWritten({ server, ...kept });
}

/** Whether it was when it was last looked at. */
export function isDeployable({ deploy_reason }: ClusterRow): boolean {
  return deploy_reason === 'ready';
}
