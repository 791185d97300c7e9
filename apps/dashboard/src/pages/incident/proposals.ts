import type { TimelineEntry } from '../../api/incidents.ts';

/** More are told by the timeline only. */
const most = 5;

/** The actions that were proposed and of which no end was told, the newest first. */
export function undecided(entries: readonly TimelineEntry[]): readonly string[] {
  const ended = new Set(entries.filter(isEnd).flatMap(actionOf));
  return proposals(entries)
    .filter((id) => !ended.has(id))
    .slice(0, most);
}

/** Those that were proposed, whatever became of them, the newest first. */
export const proposed = (entries: readonly TimelineEntry[]): readonly string[] => proposals(entries).slice(0, most);

function proposals(entries: readonly TimelineEntry[]): readonly string[] {
  const ids = entries.filter(({ kind }) => kind === 'proposal').flatMap(actionOf);
  return [...new Set(ids.toReversed())];
}

const actionOf = ({ ref }: TimelineEntry): readonly string[] => (ref?.type === 'action' ? [ref.id] : []);

/** Whatever ended it, also without having begun: only what begins has another status, or none. */
function isEnd({ kind, data: { status } }: TimelineEntry): boolean {
  return (kind === 'action' || kind === 'approval') && status !== undefined && status !== 'executing';
}
