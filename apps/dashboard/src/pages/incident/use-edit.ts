import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { type IncidentInFull, incidentPath, incidentPaths } from '../../api/incidents.ts';
import { keyOf } from '../../api/reading.ts';
import { say } from '../../design/said.tsx';

/** With its etag, so that two who write at once do not undo each other. */
export interface FoundIncident {
  readonly incident: IncidentInFull;
  readonly etag: string | undefined;
}

/** As it is when somebody begins to write; it does not change under their hands. */
export function useFoundIncident(id: string) {
  return useQuery({
    queryKey: [...keyOf(incidentPath, { params: { id } }), 'with etag'],
    queryFn: async ({ signal }): Promise<FoundIncident> => {
      const { data: incident, etag } = await client.get(incidentPath, { params: { id }, signal });
      return { incident, etag };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

type Body = Parameters<typeof client.patch<typeof incidentPath>>[1]['body'];

export function useEdit({ incident, etag }: FoundIncident, said: string, onDone: (incident: IncidentInFull) => void) {
  return useChange(
    async (body: Body) =>
      (
        await client.patch(incidentPath, {
          params: { id: incident.id },
          body,
          ...(etag !== undefined && { ifMatch: etag }),
        })
      ).data,
    {
      outdates: incidentPaths,
      done: (answer) => {
        say(said);
        onDone(answer);
      },
    },
  );
}
