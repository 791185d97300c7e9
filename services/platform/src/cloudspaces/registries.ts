import type { Keyring } from '@wheelhouse/kit';
import type { Registry } from './schema.ts';
import type { CloudspaceRow } from './store.ts';

const table = 'platform.cloudspaces';

/** By host. */
type Passwords = Readonly<Record<string, string>>;

export interface RegistryLogin {
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

type Columns = Pick<CloudspaceRow, 'registries' | 'registry_passwords'>;

export function sealRegistries(
  secrets: Keyring,
  place: { readonly tenantId: string; readonly id: string },
  logins: readonly RegistryLogin[],
  now: Date,
): Columns {
  return sealed(
    secrets,
    place,
    logins.map(({ host, username }) => ({ host, username, set_at: now.toISOString() })),
    Object.fromEntries(logins.map(({ host, password }) => [host, password])),
  );
}

/** With this one in place of the host's former, if it had one. */
export function withRegistry(
  secrets: Keyring,
  tenantId: string,
  row: CloudspaceRow,
  login: RegistryLogin,
  now: Date,
): Columns {
  const { host, username, password } = login;
  const others = row.registries.filter((one) => one.host !== host);
  const registries = [...others, { host, username, set_at: now.toISOString() }];
  return sealed(secrets, { tenantId, id: row.id }, registries, {
    ...openPasswords(secrets, tenantId, row),
    [host]: password,
  });
}

export function withoutRegistry(secrets: Keyring, tenantId: string, row: CloudspaceRow, host: string): Columns {
  const { [host]: _, ...passwords } = openPasswords(secrets, tenantId, row);
  const registries = row.registries.filter((one) => one.host !== host);
  return sealed(secrets, { tenantId, id: row.id }, registries, passwords);
}

/** For the pull secret alone. */
export function openRegistries(secrets: Keyring, tenantId: string, row: CloudspaceRow): readonly RegistryLogin[] {
  const passwords = openPasswords(secrets, tenantId, row);
  return row.registries.map(({ host, username }) => ({ host, username, password: passwords[host] ?? '' }));
}

function openPasswords(secrets: Keyring, tenantId: string, { id, registry_passwords }: CloudspaceRow): Passwords {
  return registry_passwords === null
    ? {}
    : JSON.parse(secrets.open({ tenantId, table, rowId: id }, registry_passwords));
}

function sealed(
  secrets: Keyring,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  registries: readonly Registry[],
  passwords: Passwords,
): Columns {
  return {
    registries,
    registry_passwords:
      registries.length === 0 ? null : secrets.seal({ tenantId, table, rowId: id }, JSON.stringify(passwords)),
  };
}
