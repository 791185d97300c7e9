import { Copyable } from '../../../design/copy.tsx';
import { Facts } from '../../../design/page.tsx';
import { Status } from '../../../design/status.tsx';
import { Time } from '../../../design/time.tsx';
import { useRoles } from '../roles/use-roles.ts';
import type { Connection } from './paths.ts';

export function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const { roles } = useRoles();
  const nameOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.name ?? roleId;
  const { issuer, client_id, redirect_uri, scopes, group_claim, group_roles, default_role_id, enabled } = connection;
  const groups = Object.entries(group_roles);
  return (
    <Facts
      facts={[
        [
          'State',
          enabled ? (
            <Status key="on" tone="ok">
              on
            </Status>
          ) : (
            <Status key="off" tone="unknown">
              off: nobody can sign in with it
            </Status>
          ),
        ],
        ['Issuer', <Copyable key="issuer" text={issuer} what="the issuer" />],
        ['Client id', <Copyable key="client" text={client_id} what="the client id" />],
        ['Redirect URI', <Copyable key="redirect" text={redirect_uri} what="the redirect URI" />],
        ['Requested scopes', `openid ${scopes.join(' ')}`],
        ['Groups claim', <code key="claim">{group_claim}</code>],
        [
          'Groups and their roles',
          groups.length === 0 ? (
            <span className="quiet">none: users keep the role they have</span>
          ) : (
            <ul key="groups">
              {groups.map(([group, roleId]) => (
                <li key={group}>
                  <span className="name">{group}</span> → <span className="name">{nameOf(roleId)}</span>
                </li>
              ))}
            </ul>
          ),
        ],
        [
          'Users in none of these groups',
          default_role_id === null ? 'are refused' : `get the role ${nameOf(default_role_id)}`,
        ],
        ['Changed', <Time key="changed" at={connection.updated_at} />],
      ]}
    />
  );
}
