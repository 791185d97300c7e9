import { Status, type Tone } from '../../../design/status.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import type { User } from './paths.ts';
import { UserMenu } from './user-menu.tsx';
import type { UserStepName } from './user-steps.ts';

const tones: Readonly<Record<User['state'], Tone>> = { invited: 'waiting', active: 'ok', suspended: 'unknown' };

export function userColumns(
  yourId: string | undefined,
  onStep: (user: User, step: UserStepName | 'change') => void,
): readonly Column<User>[] {
  return [
    {
      id: 'name',
      label: 'Name',
      cell: ({ id, name }) => (
        <>
          <span className="name">{name}</span>
          {id === yourId && <span className="quiet"> (you)</span>}
        </>
      ),
    },
    { id: 'email', label: 'Email', folds: true, cell: ({ email }) => <span className="name">{email}</span> },
    { id: 'state', label: 'State', cell: ({ state }) => <Status tone={tones[state]}>{state}</Status> },
    { id: 'role', label: 'Role', folds: true, cell: ({ role_name }) => <span className="name">{role_name}</span> },
    { id: 'by', label: 'Signs in with', folds: true, cell: (user) => waysOf(user) },
    {
      id: 'seen',
      label: 'Last sign-in',
      folds: true,
      foldedLabel: 'last sign-in',
      cell: ({ last_login_at }) =>
        last_login_at === null ? <span className="quiet">never</span> : <Time at={last_login_at} />,
    },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (user) => <UserMenu user={user} isYou={user.id === yourId} onStep={(step) => onStep(user, step)} />,
    },
  ];
}

/** In words: a second factor is asked for with the password only. */
function waysOf({ has_password, has_totp, has_sso }: User) {
  const password = has_totp ? 'password and second factor' : 'password only';
  const ways = [...(has_password ? [password] : []), ...(has_sso ? ['SSO'] : [])];
  return ways.length === 0 ? <span className="quiet">nothing yet</span> : ways.join('; ');
}
