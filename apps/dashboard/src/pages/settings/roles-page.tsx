import { useState } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { IconButton } from '../../design/button.tsx';
import { Menu } from '../../design/menu.tsx';
import type { Column } from '../../design/table.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { Limits } from './power/limits.tsx';
import { ChangeRole } from './roles/change-role.tsx';
import { CreateRole } from './roles/create-role.tsx';
import { DeleteRole } from './roles/delete-role.tsx';
import { type Role, rolesQuery } from './roles/use-roles.ts';

type Open = { readonly kind: 'create' } | { readonly kind: 'change' | 'delete'; readonly role: Role };

/** Who may do what: the five every tenant has, and those it made for itself. */
export function RolesPage() {
  const list = useApiList({ ask: () => rolesQuery });
  const { byId } = useClusters();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns: readonly Column<Role>[] = [
    {
      id: 'name',
      label: 'Name',
      cell: ({ name }) => <span className="name">{name}</span>,
    },
    {
      id: 'kind',
      label: 'Kind',
      folds: true,
      cell: ({ builtin }) => (builtin === null ? 'custom' : <span className="quiet">built-in</span>),
    },
    { id: 'scopes', label: 'Scopes', folds: true, cell: ({ scopes }) => scopes.join(', ') },
    {
      id: 'clusters',
      label: 'Clusters',
      folds: true,
      cell: ({ cluster_ids }) => <Limits ids={cluster_ids} byId={byId} />,
    },
    {
      id: 'description',
      label: 'Description',
      folds: true,
      cell: ({ description }) => <span className="name quiet">{description}</span>,
    },
    { id: 'do', label: '', align: 'end', cell: (role) => <RoleMenu role={role} onOpen={setOpen} /> },
  ];
  return (
    <ListPage
      title="Roles"
      what="roles"
      list={list}
      state={
        <p className="quiet">
          A change to a role applies at once to everyone who has it. Nobody can grant more than they have.
        </p>
      }
      actions={
        <ScopeButton scope="admin" look="primary" onClick={() => setOpen({ kind: 'create' })}>
          Create role
        </ScopeButton>
      }
      columns={columns}
      // Every tenant has the built-in ones.
      empty={null}
    >
      {open?.kind === 'create' && <CreateRole onClose={close} />}
      {open?.kind === 'change' && <ChangeRole role={open.role} onClose={close} />}
      {open?.kind === 'delete' && <DeleteRole role={open.role} onClose={close} />}
    </ListPage>
  );
}

interface RoleMenuProps {
  readonly role: Role;
  readonly onOpen: (open: Open) => void;
}

/** The built-in ones stay as they are. */
function RoleMenu({ role, onOpen }: RoleMenuProps) {
  if (role.builtin !== null) return null;
  return (
    <Menu
      trigger={<IconButton icon="more" label={`Actions for role ${role.name}`} />}
      items={[
        { label: 'Change', onSelect: () => onOpen({ kind: 'change', role }) },
        { label: 'Delete', danger: true, onSelect: () => onOpen({ kind: 'delete', role }) },
      ]}
    />
  );
}
