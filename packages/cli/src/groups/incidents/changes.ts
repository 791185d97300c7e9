import { type Incident, isLive } from './incident.ts';
import { nobody, type PeopleNames } from './people.ts';
import { endText } from './tell-incident.ts';

/** What became of an incident between two looks at it, in words; nothing if nobody needs to know. Counts are not told. */
export function changesOf(before: Incident, now: Incident, nameOf: PeopleNames): readonly string[] {
  const { status, severity, title, assignee_id: assignee, firing, affected_total: affected } = now;
  const added = affected - before.affected_total;
  return [
    ...(status === before.status ? [] : [isLive(now) ? status : endText(now)]),
    ...(severity === before.severity ? [] : [`severity ${before.severity} → ${severity}`]),
    ...(title === before.title ? [] : ['renamed']),
    ...(assignee === before.assignee_id ? [] : [`assigned to ${assignee === null ? nobody : nameOf(assignee)}`]),
    ...(added > 0 ? [`${added} more affected`] : []),
    ...(isLive(now) ? firingChange(before.firing, firing) : []),
  ];
}

function firingChange(before: number, now: number): readonly string[] {
  if (before > 0 && now === 0) return ['quiet'];
  return before === 0 && now > 0 ? ['fires again'] : [];
}
