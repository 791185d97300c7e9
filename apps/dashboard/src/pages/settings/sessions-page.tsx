import type { Schemas } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { listing } from '../../api/reading.ts';
import { Confirm } from '../../design/confirm.tsx';
import { say } from '../../design/said.tsx';
import { Time } from '../../design/time.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { browserOf } from './sessions/browser.ts';
import { sessionColumns } from './sessions/columns.tsx';

type Session = Schemas['auth']['Session'];

const path = '/auth/api/v1/sessions';

/** Where you are signed in with a browser. Tokens have a page of their own. */
export function SessionsPage() {
  const list = useApiList({ ask: () => listing(path) });
  const [ending, setEnding] = useState<Session>();
  const where = ending === undefined ? '' : browserOf(ending.user_agent);
  const end = useChange((id: string) => client.delete('/auth/api/v1/sessions/{id}', { params: { id } }), {
    outdates: [path],
    done: () => {
      say(`Ended the session of ${where}`);
      setEnding(undefined);
    },
  });
  return (
    <ListPage
      title="Sessions"
      what="sessions"
      list={list}
      state={
        <p className="quiet">
          Where you are signed in. A session ends after 12 hours of inactivity, and after 7 days at the latest.
        </p>
      }
      columns={sessionColumns(setEnding)}
      // There is always this one.
      empty={null}
    >
      <Confirm
        verb={`End session of ${where}`}
        failed="The session was not ended"
        open={ending !== undefined}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => ending !== undefined && end.mutate(ending.id)}
        onClose={() => {
          end.reset();
          setEnding(undefined);
        }}
      >
        {ending !== undefined && (
          <p>
            That browser, last seen <Time at={ending.last_seen_at} /> at <code>{ending.address}</code>, is signed out
            within a second. If it was not yours, change your password too.
          </p>
        )}
      </Confirm>
    </ListPage>
  );
}
