import { type Verdict, verdicts } from '@wheelhouse/contracts';
import type { TimelineEntry } from '../../api/incidents.ts';
import { verdictTone } from '../../design/agent-words.ts';
import { entryIcons } from '../../design/incident-words.ts';
import type { Tone } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import type { Happening } from '../../design/timeline.tsx';
import { Who } from '../actions/who.tsx';
import css from './entry.module.css';
import { EntryLink } from './entry-link.tsx';
import { Receivers } from './receivers.tsx';

/** What happened, as a line of the timeline. All words in it are shown as text, whoever wrote them. */
export function happeningOf(entry: TimelineEntry, receivers: TimelineEntry['receivers']): Happening {
  const { id, at, kind, summary, text, actor, ref, count, last_at } = entry;
  const isSaid = text !== null && text.trim() !== '' && text.trim() !== summary.trim();
  return {
    key: id,
    at,
    icon: entryIcons[kind],
    tone: toneOf(entry),
    title: <span className="name">{isSaid && kind === 'note' ? 'Note' : summary}</span>,
    ...((actor !== null || count > 1 || ref !== null) && {
      about: (
        <>
          {actor !== null && (
            <span>
              by <Who who={actor} />
            </span>
          )}
          {count > 1 && (
            <span>
              <span className="number">{count}</span> times, last <Time at={last_at} />
            </span>
          )}
          {ref !== null && <EntryLink reference={ref} />}
        </>
      ),
    }),
    ...((isSaid || kind === 'webhook') && {
      note: (
        <>
          {isSaid && <Said text={text} />}
          {kind === 'webhook' && <Receivers receivers={receivers} />}
        </>
      ),
    }),
  };
}

const tones: Readonly<Partial<Record<TimelineEntry['kind'], Tone>>> = {
  signal: 'attention',
  severity: 'attention',
  suggestion: 'attention',
  proposal: 'waiting',
};

const statusTones: Readonly<Record<string, Tone>> = { success: 'ok', failed: 'failing', executing: 'running' };

function toneOf({ kind, data }: TimelineEntry): Tone | undefined {
  if (kind === 'signal' && data['rule'] === undefined) return 'ok';
  if (kind === 'verdict') return isVerdict(data['verdict']) ? verdictTone[data['verdict']] : undefined;
  const status = data['status'];
  return (typeof status === 'string' ? statusTones[status] : undefined) ?? tones[kind];
}

const isVerdict = (word: unknown): word is Verdict => typeof word === 'string' && Object.hasOwn(verdicts, word);

const longText = 600;

/** Longer ones open, so that one note does not push away what happened besides. */
function Said({ text }: { readonly text: string }) {
  const whole = <p className={`${css['said']} name`}>{text.trim()}</p>;
  if (text.length <= longText) return whole;
  return (
    <details className={css['long']}>
      <summary className="name">{text.trim().slice(0, 200)}…</summary>
      {whole}
    </details>
  );
}
