import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice, reasonOf } from '../design/notice.tsx';
import { Time } from '../design/time.tsx';
import { Waiting } from '../design/waiting.tsx';
import { lacksScope, NeedsScope } from '../scopes/needs-scope.tsx';

interface AgentLoading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** When it was last read; 0 if it never was. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface FromAgentProps<Data> {
  readonly of: AgentLoading<Data>;
  /** "The analysis agent" */
  readonly who: string;
  /** "the analyses" */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** What an agent tells; while it is away, since when, and what was known before. All else goes on without it. */
export function FromAgent<Data>({
  of: { data, error, dataUpdatedAt, refetch },
  who,
  what,
  children,
}: FromAgentProps<Data>) {
  if (data === undefined && lacksScope(error)) return <NeedsScope what={what} scope="read" />;
  return (
    <>
      {error !== null && <Away who={who} error={error} knownAt={dataUpdatedAt} retry={() => void refetch()} />}
      {data === undefined ? error === null && <Waiting what={what} /> : children(data)}
    </>
  );
}

interface AwayProps {
  readonly who: string;
  readonly error: Error;
  readonly knownAt: number;
  readonly retry: () => void;
}

function Away({ who, error, knownAt, retry }: AwayProps) {
  const [noticedAt] = useState(() => Date.now());
  return (
    <Notice
      tone="unknown"
      role="status"
      title={`${who} does not answer.`}
      actions={<Button onClick={retry}>Try again</Button>}
    >
      <p>
        {knownAt > 0 ? (
          <>
            Nothing new from it since <Time at={knownAt} />; this is what was known then.
          </>
        ) : (
          <>
            Noticed <Time at={noticedAt} />.
          </>
        )}{' '}
        Incidents, approvals and actions go on without it.
      </p>
      <p className="quiet name">{reasonOf(error)}</p>
    </Notice>
  );
}
