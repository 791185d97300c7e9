import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useChange } from '../../api/change.ts';
import { listing } from '../../api/reading.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Empty } from '../../design/empty.tsx';
import { List } from '../../design/list.tsx';
import { Page } from '../../design/page.tsx';
import { say } from '../../design/said.tsx';
import { Time } from '../../design/time.tsx';
import { browserOf } from './sessions/browser.ts';
import { sessionColumns } from './sessions/columns.tsx';

type Session = Schemas['auth']['Session'];

const path = '/auth/api/v1/sessions';

/** Where you are signed in with a browser. Tokens have a page of their own. */
export function SessionsPage() {
  const query = useInfiniteQuery(listing(path));
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
    <Page
      title="Sessions"
      state={<p className="quiet">Where you are signed in. A session ends after 12 hours without use, or 7 days.</p>}
    >
      <List
        query={query}
        what="your sessions"
        label="Your sessions"
        columns={sessionColumns(setEnding)}
        keyOf={({ id }) => id}
        empty={<Empty title="The browsers you are signed in with will be here" />}
      />
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
    </Page>
  );
}
