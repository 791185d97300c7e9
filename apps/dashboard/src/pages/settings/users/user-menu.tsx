import { IconButton } from '../../../design/button.tsx';
import { Menu, type MenuItem } from '../../../design/menu.tsx';
import type { User } from './paths.ts';
import type { UserStepName } from './user-steps.ts';

interface UserMenuProps {
  readonly user: User;
  readonly isYou: boolean;
  readonly onStep: (step: UserStepName | 'change') => void;
}

/** What fits the state a user is in. Nobody shuts themselves out. */
export function UserMenu({ user: { email, state }, isYou, onStep }: UserMenuProps) {
  const item = (label: string, step: UserStepName | 'change'): MenuItem => ({ label, onSelect: () => onStep(step) });
  const notYourself = isYou ? { disabled: true, help: 'Only another administrator can do this' } : {};
  const byState: Readonly<Record<User['state'], readonly MenuItem[]>> = {
    invited: [item('Create a new invite link', 'invite-link')],
    active: [item('Create a reset link', 'reset-link'), { ...item('Suspend', 'suspend'), ...notYourself }],
    suspended: [item('Activate', 'activate')],
  };
  return (
    <Menu
      trigger={<IconButton icon="more" label={`Actions for ${email}`} />}
      items={[
        item('Change name or role', 'change'),
        ...byState[state],
        { ...item('Delete', 'delete'), danger: true, ...notYourself },
      ]}
    />
  );
}
