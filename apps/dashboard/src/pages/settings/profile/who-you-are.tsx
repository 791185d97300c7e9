import { useQuery } from '@tanstack/react-query';
import { isScope, scopeCatalogue } from '@wheelhouse/contracts';
import { meQuery } from '../../../api/session.ts';
import { Copyable } from '../../../design/copy.tsx';
import { Facts, Section } from '../../../design/page.tsx';
import css from './profile.module.css';

interface WhoYouAreProps {
  readonly session: {
    readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly role: string };
    readonly tenant: { readonly slug: string; readonly name: string };
  };
}

/** As the tenant knows you. An administrator changes it, not you. */
export function WhoYouAre({ session: { user, tenant } }: WhoYouAreProps) {
  return (
    <Section title="You" about="An administrator can change your name and role under Settings, Users.">
      <Facts
        facts={[
          ['Name', <span className="name">{user.name}</span>],
          ['Email', <span className="name">{user.email}</span>],
          ['Role', <span className="name">{user.role}</span>],
          [
            'Tenant',
            <>
              <span className="name">{tenant.name}</span> <code className="quiet">{tenant.slug}</code>
            </>,
          ],
          ['User id', <Copyable text={user.id} what="your user id" />],
        ]}
      />
      <h3>What your role allows</h3>
      <YourScopes />
    </Section>
  );
}

function YourScopes() {
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return <p className="quiet">Unknown.</p>;
  return (
    <ul className={css['scopes']}>
      {me.scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code>
          <span className="quiet">{isScope(scope) ? scopeCatalogue[scope].allows : ''}</span>
        </li>
      ))}
    </ul>
  );
}
