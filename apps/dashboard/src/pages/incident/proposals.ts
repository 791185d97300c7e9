import type { TimelineEntry } from '../../api/incidents.ts';

/** More are told by the timeline only. */
const most = 5;

/** The actions that were proposed and of which no end was told, the newest first. */
export function undecided(entries: readonly TimelineEntry[]): readonly string[] {
  const ended = new Set(entries.filter(isEnd).flatMap(actionOf));
  const proposed = entries.filter(({ kind }) => kind === 'proposal').flatMap(actionOf);
  return [...new Set(proposed.toReversed())].filter((id) => !ended.has(id)).slice(0, most);
}

const actionOf = ({ ref }: TimelineEntry): readonly string[] => (ref?.type === 'action' ? [ref.id] : []);

/** Whatever ended it, also without having begun: only what begins has another status, or none. */
function isEnd({ kind, data: { status } }: TimelineEntry): boolean {
  return (kind === 'action' || kind === 'approval') && status !== undefined && status !== 'executing';
}
