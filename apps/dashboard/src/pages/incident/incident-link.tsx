import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { incidentPath } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { incidentTone, numberOf } from '../../design/incident-words.ts';
import { Status } from '../../design/status.tsx';

/** Another incident by its number and title, once those are known. */
export function IncidentLink({ id }: { readonly id: string }) {
  const { data } = useQuery(reading(incidentPath, { params: { id } }));
  return (
    <>
      <Link to="/incidents/$incidentId" params={{ incidentId: id }} className="name">
        {data === undefined ? 'the other incident' : `${numberOf(data)} ${data.title}`}
      </Link>
      {data !== undefined && (
        <>
          {' '}
          <Status tone={incidentTone[data.status]}>{data.status}</Status>
        </>
      )}
    </>
  );
}
