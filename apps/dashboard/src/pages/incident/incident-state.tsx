import type { Cluster } from '../../api/clusters.ts';
import type { Incident } from '../../api/incidents.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { gravityTone, incidentTone, numberOf } from '../../design/incident-words.ts';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { Firing } from '../incidents/incident-columns.tsx';
import { IncidentObject } from '../incidents/incident-object.tsx';

interface IncidentStateProps {
  readonly incident: Incident;
  readonly cluster: Cluster | undefined;
}

/** The one line under its title: how bad, since when, whether it still fires, and where. */
export function IncidentState({ incident, cluster }: IncidentStateProps) {
  const { severity, status, started_at, resolved_at, resolves_at } = incident;
  return (
    <>
      <span className="number quiet">{numberOf(incident)}</span>
      <Status tone={gravityTone[severity]}>{severity}</Status>
      <Status tone={incidentTone[status]}>{status}</Status>
      {resolved_at === null ? (
        <>
          <span>
            for <Time at={started_at} as="for" />
          </span>
          <Firing incident={incident} />
          {resolves_at !== null && (
            <span className="quiet">
              resolves <Time at={resolves_at} /> if it stays quiet
            </span>
          )}
        </>
      ) : (
        <span>
          began <Time at={started_at} />, over since <Time at={resolved_at} />
        </span>
      )}
      <IncidentObject incident={incident} />
      {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
    </>
  );
}
