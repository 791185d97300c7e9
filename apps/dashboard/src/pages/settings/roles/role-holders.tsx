import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../../api/reading.ts';
import type { Role } from './use-roles.ts';

interface RoleHoldersProps {
  readonly role: Role;
  /** What it means for them; or for nobody. */
  readonly some: string;
  readonly none: string;
}

/** How many people a change of the role is about, before it is made. */
export function RoleHolders({ role: { id, name }, some, none }: RoleHoldersProps) {
  const { data, error } = useQuery(reading('/auth/api/v1/users', { query: { role_id: id, limit: 1 } }));
  if (error !== null) return <p>Everyone with {name} is affected at once.</p>;
  if (data === undefined) return <p className="quiet">Counting users with this role…</p>;
  if (data.total === 0) return <p>{none}</p>;
  return (
    <p>
      <Link to="/settings/users" search={{ role_id: id }}>
        {data.total === 1 ? '1 user has this role' : `${data.total} users have this role`}
      </Link>
      {`. ${some}`}
    </p>
  );
}
