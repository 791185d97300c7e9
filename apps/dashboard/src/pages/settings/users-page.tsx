import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listing } from '../../api/reading.ts';
import { meQuery } from '../../api/session.ts';
import { choice, text } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { choicesOf, useRoles } from './roles/use-roles.ts';
import { ChangeUser } from './users/change-user.tsx';
import { ConfirmStep } from './users/confirm-step.tsx';
import { InviteUser } from './users/invite-user.tsx';
import { type ShownLink, type User, users } from './users/paths.ts';
import { ShownUserLink } from './users/shown-user-link.tsx';
import { userColumns } from './users/user-columns.tsx';
import type { UserStepName } from './users/user-steps.ts';

type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change'; readonly user: User }
  | { readonly kind: 'step'; readonly user: User; readonly step: UserStepName }
  /** The link is in this state and nowhere else. */
  | { readonly kind: 'link'; readonly title: string; readonly email: string; readonly link: ShownLink };

/** The people of the tenant. */
export function UsersPage() {
  const { roles } = useRoles();
  const list = useApiList({
    filters: [
      text('q', 'Name or email'),
      choice('state', 'State', ['invited', 'active', 'suspended']),
      choice('role_id', 'Role', choicesOf(roles)),
    ],
    ask: (search) => listing(users, { query: search }),
  });
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = userColumns(me?.id, (user, step) =>
    setOpen(step === 'change' ? { kind: 'change', user } : { kind: 'step', user, step }),
  );
  return (
    <ListPage
      title="Users"
      what="users"
      list={list}
      state={<p className="quiet">A role decides what a user can do. Only owners can change owners.</p>}
      actions={
        <ScopeButton scope="admin" look="primary" onClick={() => setOpen({ kind: 'invite' })}>
          Invite user
        </ScopeButton>
      }
      columns={columns}
      // There is always one: whoever looks.
      empty={null}
    >
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
    </ListPage>
  );
}
