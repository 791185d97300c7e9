import { Link } from '@tanstack/react-router';
import { type Incident, useLiveIncidents } from '../api/incidents.ts';
import { gravityTone, numberOf } from '../design/incident-words.ts';
import { Notice, reasonOf } from '../design/notice.tsx';
import type { KubernetesObject } from '../design/object-chip.tsx';
import { Time } from '../design/time.tsx';
import { isSame } from './same-object.ts';

interface IncidentsPartProps {
  readonly clusterId: string;
  /** The thing itself, and what looks after it. */
  readonly objects: readonly KubernetesObject[];
}

const most = 3;

/** Live incidents that it began, or that it is affected by. Nothing while there is none. */
export function IncidentsPart({ clusterId, objects }: IncidentsPartProps) {
  const { incidents, error } = useLiveIncidents();
  if (incidents === undefined)
    return error === null ? null : (
      <p className="quiet name">Whether an incident is open about it is not known. {reasonOf(error)}</p>
    );
  const isOfThese = (object: KubernetesObject) => objects.some((one) => isSame(one, object));
  const found = incidents.flatMap((incident) => {
    if (incident.cluster_id !== clusterId) return [];
    const isRoot = incident.object !== null && isOfThese(incident.object);
    return isRoot || incident.affected.some(isOfThese) ? [{ incident, isRoot }] : [];
  });
  return found
    .slice(0, most)
    .map(({ incident, isRoot }) => <IncidentNotice key={incident.id} incident={incident} isRoot={isRoot} />);
}

interface IncidentNoticeProps {
  readonly incident: Incident;
  readonly isRoot: boolean;
}

function IncidentNotice({ incident, isRoot }: IncidentNoticeProps) {
  const { id, title, status, severity, started_at } = incident;
  return (
    <Notice
      tone={gravityTone[severity]}
      title={
        <Link to="/incidents/$incidentId" params={{ incidentId: id }}>
          Incident {numberOf(incident)}: <span className="name">{title}</span>
        </Link>
      }
    >
      <p>
        {severity}, {status}, since <Time at={started_at} />
        {!isRoot && '; this is affected by it'}
      </p>
    </Notice>
  );
}
