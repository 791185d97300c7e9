import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { incidentsPath } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { numberOf } from '../../design/incident-words.ts';

/** One reading for all rows. */
const newest = { ...reading(incidentsPath, { query: { limit: 200 } }), staleTime: 60_000 };

/** By its number, if it is among the newest. */
export function IncidentCell({ id }: { readonly id: string }) {
  const { data } = useQuery(newest);
  const incident = data?.data.find((one) => one.id === id);
  return (
    <Link to="/incidents/$incidentId" params={{ incidentId: id }} title={incident?.title}>
      {incident === undefined ? 'incident' : numberOf(incident)}
    </Link>
  );
}
