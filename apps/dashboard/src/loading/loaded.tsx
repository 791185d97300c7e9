import type { ReactNode } from 'react';
import { ErrorNotice } from '../design/notice.tsx';
import { Waiting } from '../design/waiting.tsx';
import { lacksScope, NeedsScope } from '../scopes/needs-scope.tsx';

/** As a query of the API tells it. */
export interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch?: () => unknown;
}

interface LoadedProps<Data> {
  readonly of: Loading<Data>;
  /** "the cluster": for the words of waiting and failing. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** What was read; until then what is waited for, or why it failed. What is known stays when reading it anew fails. */
export function Loaded<Data>({ of: { data, error, refetch }, what, children }: LoadedProps<Data>) {
  if (data === undefined && lacksScope(error)) return <NeedsScope what={what} />;
  return (
    <>
      {error !== null && (
        <ErrorNotice
          what={`Could not ${data === undefined ? 'load' : 'refresh'} ${what}`}
          error={error}
          retry={refetch && (() => void refetch())}
        />
      )}
      {data === undefined ? error === null && <Waiting what={what} /> : children(data)}
    </>
  );
}
