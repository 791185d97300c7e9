import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../api/change.ts';
import { sessionQuery } from '../api/session.ts';
import { signOut } from '../api/sign-out.ts';
import { Button } from '../design/button.tsx';
import { begin } from '../design/letters.ts';
import { Menu } from '../design/menu.tsx';
import { nextTheme, useTheme } from '../design/appearance.ts';
import css from './shell.module.css';

export function You() {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const [theme, setTheme] = useTheme();
  const leaving = useChange(signOut, {
    // As a new page: nothing of the old one stays in memory, and nothing of it asks once more.
    done: () => window.location.assign('login'),
  });
  const name = session?.user.name ?? 'You';
  return (
    <Menu
      trigger={
        <Button look="quiet" icon="person" aria-label={`You: ${name}`}>
          <span className={`${css['youWords']} name`}>{begin(name, 24)}</span>
        </Button>
      }
      items={[
        { label: 'Profile', onSelect: () => void navigate({ to: '/settings/profile' }) },
        { label: 'Access tokens', onSelect: () => void navigate({ to: '/settings/access-tokens' }) },
        { label: `Theme: ${theme}`, onSelect: () => setTheme(nextTheme(theme)) },
        { label: 'API reference', onSelect: () => window.location.assign('api/docs') },
        { label: 'Sign out', onSelect: () => leaving.mutate() },
      ]}
    />
  );
}
