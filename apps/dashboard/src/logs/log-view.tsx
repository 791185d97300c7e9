import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { LogQuery, OpenLogs } from '../api/logs.ts';
import { Button } from '../design/button.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../design/filters.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { Status } from '../design/status.tsx';
import { Time } from '../design/time.tsx';
import type { FeedState } from '../live/feed.ts';
import { type LogShape, useLogs } from '../live/use-logs.ts';
import { LogList } from './log-list.tsx';
import { type Log, logWith, noLog, toldBy } from './log-rows.ts';
import css from './log-view.module.css';

const shape: LogShape<Log> = {
  empty: noLog,
  add: (log, event, data) => {
    const told = toldBy(event, data);
    return told === undefined ? log : logWith(log, told);
  },
};

const periods = [
  { value: '60', label: '1 min' },
  { value: '3600', label: '1 h' },
  { value: '21600', label: '6 h' },
  { value: '86400', label: '24 h' },
] as const;
const usual = '600';

/** As the address has it. */
export interface LogSearch {
  readonly pod?: string | undefined;
  readonly previous?: string | undefined;
  readonly since?: string | undefined;
  readonly q?: string | undefined;
}

interface LogViewProps {
  /** The same function for as long as it is of the same. */
  readonly open: OpenLogs;
  readonly search: LogSearch;
  /** Of the containers there are, where there are several. */
  readonly filter?: ReactNode;
}

/** Lines of all pods, as they come and go. Scrolling up holds the place; following goes on where it is. */
export function LogView({ open, search: { pod, previous, since, q }, filter }: LogViewProps) {
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(0);
  const query: LogQuery = {
    ...(pod !== undefined && { pod }),
    ...(previous !== undefined && { previous: true }),
    since: Number(since ?? usual),
    ...(q !== undefined && { q }),
  };
  const set = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const { log, state } = useLogs(open, query, shape, attempt);
  /** What is looked at while held: nothing of it moves. Of another question there is nothing to hold. */
  const asked = `${JSON.stringify(query)} ${attempt}`;
  const [hold, setHold] = useState<{ readonly open: OpenLogs; readonly asked: string; readonly log: Log }>();
  const held = hold?.open === open && hold.asked === asked ? hold.log : undefined;
  const shown = held ?? log;
  const news = log.next - shown.next;
  const pods = log.pods.map(({ name }) => name);
  return (
    <>
      <Filters>
        <TextFilter label="Only lines with" value={q} onChange={(value) => set({ q: value })} />
        <ChoiceFilter
          label="Pod"
          value={pod}
          none="all pods"
          choices={pod === undefined || pods.includes(pod) ? pods : [pod, ...pods]}
          onChange={(value) => set({ pod: value })}
        />
        <ChoiceFilter
          label="Since"
          value={since}
          none="10 min"
          choices={periods}
          onChange={(value) => set({ since: value })}
        />
        <ChoiceFilter
          label="Run"
          value={previous}
          none="the one that runs"
          choices={[{ value: 'true', label: 'before the last restart' }]}
          onChange={(value) => set({ previous: value })}
        />
        {filter}
      </Filters>
      <div className={css['bar']}>
        <LogState state={state} isHeld={held !== undefined} />
        <span className="quiet">
          {pods.length} {pods.length === 1 ? 'pod' : 'pods'}, {shown.rows.length} lines
          {log.forgotten > 0 && ', older ones are no longer kept here'}
        </span>
        {log.dropped > 0 && <Status tone="attention">{log.dropped} lines left out</Status>}
        <span className={css['grow']} />
        {held === undefined ? (
          <Button
            disabled={state.is === 'ended' || state.is === 'refused'}
            onClick={() => setHold({ open, asked, log })}
          >
            Pause
          </Button>
        ) : (
          <Button look="primary" onClick={() => setHold(undefined)}>
            {news === 0 ? 'Follow' : `Follow (${news} new)`}
          </Button>
        )}
      </div>
      {state.is === 'refused' && (
        <ErrorNotice
          what="Could not follow the log"
          error={state.error}
          retry={() => setAttempt((before) => before + 1)}
        />
      )}
      <LogList
        rows={shown.rows}
        isHeld={held !== undefined}
        onHold={() => held === undefined && setHold({ open, asked, log })}
      />
      {shown.rows.length === 0 && state.is !== 'refused' && <p className="quiet">{nothingWords(state, q)}</p>}
    </>
  );
}

function nothingWords({ is }: FeedState, q: string | undefined): string {
  if (is === 'connecting') return 'Waiting for the log…';
  return q === undefined
    ? 'No lines in this time. New ones appear as they are written.'
    : `No lines with “${q}” in this time.`;
}

function LogState({ state, isHeld }: { readonly state: FeedState; readonly isHeld: boolean }) {
  if (state.is === 'ended') return <Status tone="note">ended</Status>;
  if (isHeld) return <Status tone="waiting">paused</Status>;
  if (state.is === 'live') return <Status tone="ok">following</Status>;
  if (state.is === 'connecting') return <Status tone="running">connecting</Status>;
  return (
    <span>
      <Status tone="unknown">{state.is === 'refused' ? 'not followed' : 'reconnecting'}</Status>{' '}
      <Time at={state.since} as="for" />
    </span>
  );
}
