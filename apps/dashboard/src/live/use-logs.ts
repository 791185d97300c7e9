import { isApiError } from '@wheelhouse/sdk';
import { useEffect, useState } from 'react';
import type { LogQuery, OpenLogs } from '../api/logs.ts';
import type { FeedState } from './feed.ts';

interface LogsShown<Log> {
  readonly log: Log;
  readonly state: FeedState;
}

/** Nobody reads faster than this. */
const drawEveryMs = 100;
const pauseMs = 2_000;

/** How what came is put to what is there; the same object at every render. */
export interface LogShape<Log> {
  readonly empty: Log;
  readonly add: (log: Log, event: string, data: unknown) => Log;
}

/**
 * Follows the lines of pods. Resumed where it broke off; what is shown stays meanwhile. Another
 * `open` or `attempt` begins anew.
 */
export function useLogs<Log>(
  open: OpenLogs,
  query: LogQuery,
  { empty, add }: LogShape<Log>,
  attempt: number,
): LogsShown<Log> {
  const [shown, setShown] = useState<LogsShown<Log>>({ log: empty, state: connecting() });
  const asked = JSON.stringify(query);
  useEffect(() => {
    const stop = new AbortController();
    let latest: LogsShown<Log> = { log: empty, state: connecting() };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const show = (next: LogsShown<Log>) => {
      latest = next;
      timer ??= setTimeout(() => {
        timer = undefined;
        setShown(latest);
      }, drawEveryMs);
    };
    const stateOf = (is: 'live' | 'reconnecting' | 'ended'): FeedState =>
      latest.state.is === is ? latest.state : { is, since: Date.now() };
    setShown(latest);
    const follow = async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written two lines above
      const wanted = JSON.parse(asked) as LogQuery;
      while (!stop.signal.aborted) {
        try {
          for await (const { id: at, event, data } of open(wanted, stop.signal, last)) {
            if (at !== '') last = at;
            show({ log: add(latest.log, event, data), state: stateOf(event === 'ended' ? 'ended' : 'live') });
            if (event === 'ended') return;
          }
          show({ ...latest, state: stateOf('ended') });
          return;
        } catch (error) {
          if (stop.signal.aborted) return;
          if (isApiError(error)) show({ ...latest, state: { is: 'refused', since: Date.now(), error } });
          else show({ ...latest, state: stateOf('reconnecting') });
          if (isApiError(error) && error.status < 500) return;
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    void follow();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [open, asked, empty, add, attempt]);
  return shown;
}

const connecting = (): FeedState => ({ is: 'connecting', since: Date.now() });
