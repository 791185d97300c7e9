import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listing } from '../../api/reading.ts';
import { meQuery } from '../../api/session.ts';
import { Page } from '../../design/page.tsx';
import { AdminButton, AdminList } from './admin-only.tsx';
import { ChangeUser } from './users/change-user.tsx';
import { ConfirmStep } from './users/confirm-step.tsx';
import { InviteUser } from './users/invite-user.tsx';
import { NoUsers } from './users/no-users.tsx';
import { type ShownLink, type User, users } from './users/paths.ts';
import { ShownUserLink } from './users/shown-user-link.tsx';
import { UserFilters } from './users/user-filters.tsx';
import { userColumns } from './users/user-columns.tsx';
import type { UserStepName } from './users/user-steps.ts';
import { useUserSearch } from './users/use-user-search.ts';

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change'; readonly user: User }
  | { readonly kind: 'step'; readonly user: User; readonly step: UserStepName }
  /** The link is in this state and nowhere else. */
  | { readonly kind: 'link'; readonly title: string; readonly email: string; readonly link: ShownLink };

/** The people of the tenant. */
export function UsersPage() {
  const { search } = useUserSearch();
  const query = useInfiniteQuery(listing(users, { query: search }));
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = userColumns(me?.id, (user, step) =>
    setOpen(step === 'change' ? { kind: 'change', user } : { kind: 'step', user, step }),
  );
  return (
    <Page
      title="Users"
      state={<p className="quiet">What somebody may do is their role. Only owners change owners.</p>}
      actions={
        <AdminButton look="primary" onClick={() => setOpen({ kind: 'invite' })}>
          Invite user
        </AdminButton>
      }
    >
      <UserFilters />
      <AdminList
        query={query}
        what="the users"
        label="Users"
        columns={columns}
        keyOf={({ id }) => id}
        empty={<NoUsers />}
      />
      {open?.kind === 'invite' && (
        <InviteUser
          onClose={close}
          onInvited={({ email, link }) => setOpen({ kind: 'link', title: `Invite link for ${email}`, email, link })}
        />
      )}
      {open?.kind === 'change' && <ChangeUser user={open.user} onClose={close} />}
      {open?.kind === 'step' && (
        <ConfirmStep
          user={open.user}
          name={open.step}
          onClose={close}
          onLink={(link, title) => setOpen({ kind: 'link', title, email: open.user.email, link })}
        />
      )}
      {open?.kind === 'link' && (
        <ShownUserLink title={open.title} email={open.email} link={open.link} onClose={close} />
      )}
    </Page>
  );
}
