import type { Schemas } from '@wheelhouse/sdk';
import { Button } from '../../../design/button.tsx';
import { Status } from '../../../design/status.tsx';
import type { Column } from '../../../design/table.tsx';
import { Time } from '../../../design/time.tsx';
import { browserOf } from './browser.ts';

type Session = Schemas['auth']['Session'];

const methods: Readonly<Record<Session['method'], string>> = {
  password: 'password',
  sso: 'single sign-on',
  setup: 'setup link',
};

export function sessionColumns(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    {
      id: 'where',
      label: 'Browser',
      cell: ({ user_agent }) => (
        <span className="name" title={user_agent}>
          {browserOf(user_agent)}
        </span>
      ),
    },
    { id: 'address', label: 'Address', folds: true, cell: ({ address }) => <code>{address}</code> },
    { id: 'method', label: 'Signed in with', folds: true, cell: ({ method }) => methods[method] },
    {
      id: 'seen',
      label: 'Last seen',
      folds: true,
      cell: ({ last_seen_at, expires_at }) => (
        <>
          seen <Time at={last_seen_at} />, expires <Time at={expires_at} />
        </>
      ),
    },
    {
      id: 'do',
      label: '',
      align: 'end',
      cell: (session) =>
        session.current ? (
          <Status tone="ok">this one</Status>
        ) : (
          <Button
            look="danger"
            aria-label={`End session of ${browserOf(session.user_agent)}`}
            onClick={() => onEnd(session)}
          >
            End
          </Button>
        ),
    },
  ];
}
