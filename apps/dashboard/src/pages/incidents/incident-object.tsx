import type { Incident } from '../../api/incidents.ts';
import { ObjectChip } from '../../design/object-chip.tsx';

/** What it is about within its cluster: an object, or a service and a namespace by their names. */
export function IncidentObject({
  incident: { object, namespace, affected_service: service, cluster_id },
}: {
  readonly incident: Incident;
}) {
  // A cluster that is in trouble itself is named beside this.
  if (object !== null) return object.kind === 'Cluster' ? null : <ObjectChip object={object} clusterId={cluster_id} />;
  if (namespace === '' && service === '') return null;
  return (
    <span className="name">{namespace === '' || service === '' ? namespace + service : `${namespace}/${service}`}</span>
  );
}
