import { type TimelineKind, timelineKinds } from '@wheelhouse/contracts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import type { Style } from '../../output/terminal.ts';
import { padded, widthOf } from '../../output/width.ts';
import type { Entry } from './incident.ts';
import { type PeopleNames, whoText } from './people.ts';

const kindStyles: Readonly<Partial<Record<TimelineKind, Style>>> = {
  signal: 'red',
  severity: 'red',
  proposal: 'yellow',
  status: 'green',
  note: 'cyan',
};

/** "Maintenance window" is wider, and rare. */
const widestKind = timelineKinds.webhook.length;

interface Telling {
  /** What of an entry its place in the timeline is told by: when it began, or, for whoever watches, when it came. */
  readonly by: 'at' | 'last_at';
  readonly time: (iso: string) => string;
  readonly nameOf: PeopleNames;
}

/** A line for each in the order given; below it what was written, if that is more than the line says. */
export function timelineLines(
  { paint }: Pick<Output, 'paint'>,
  entries: readonly Entry[],
  telling: Telling,
): readonly string[] {
  const times = entries.map((entry) => telling.time(entry[telling.by]));
  const widest = Math.max(0, ...times.map(widthOf));
  const indent = ' '.repeat(widest + widestKind + 4);
  return entries.flatMap((entry, index) => {
    const kind = paint(kindStyles[entry.kind] ?? 'dim', timelineKinds[entry.kind].toLowerCase().padEnd(widestKind));
    const head = `${paint('dim', padded(times[index] ?? '', widest))}  ${kind}`;
    return [
      `${head}  ${plain(sentenceOf(entry, telling))}`,
      ...textLines(entry).map((line) => `${indent}${plain(line)}`),
    ];
  });
}

function sentenceOf({ summary, count, last_at, actor, receivers }: Entry, { by, time, nameOf }: Telling): string {
  const again = count === 1 ? '' : ` (${count} times${by === 'at' ? `, last ${time(last_at)}` : ''})`;
  const who = actor === null ? '' : ` (${whoText(actor, nameOf)})`;
  const to = (receivers ?? []).map(({ name, state }) => ` [${name}: ${state}]`).join('');
  return `${summary}${again}${who}${to}`;
}

function textLines({ text, summary }: Entry): readonly string[] {
  return text === null || text.trim() === summary ? [] : text.trim().split(/\r?\n/);
}
