import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClusters } from '../api/clusters.ts';
import { type Incident, incidentsPath, useLiveIncidents } from '../api/incidents.ts';
import { reading } from '../api/reading.ts';
import type { PaletteCommand } from './palette-command.ts';

const most = 5;

interface IncidentCommands {
  readonly commands: readonly PaletteCommand[];
  /** In place of "No matches.", while it is not known yet which is meant. */
  readonly hint?: string;
}

/** Those that are not over by their titles; all others by number, or by how service or namespace begins: "incident 12". */
export function useIncidentCommands(typed: string): IncidentCommands {
  const navigate = useNavigate();
  const { byId } = useClusters();
  const { incidents: live = [] } = useLiveIncidents();
  const [, meant] = /^\s*incident\s+(\S*)\s*$/i.exec(typed) ?? [];
  const q = meant?.toLowerCase() ?? '';
  const isAsked = /^(?:\d{1,9}|[a-z0-9-]{2,253})$/.test(q);
  const { data, isFetching } = useQuery({
    ...reading(incidentsPath, { query: { q, limit: most } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const command = (incident: Incident): PaletteCommand => {
    const cluster = byId.get(incident.cluster_id);
    return {
      words: wordsOf(incident, q),
      key: `incident ${incident.id}`,
      kind: 'incident',
      ...(cluster && { cluster }),
      run: () => void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id } }),
    };
  };
  const known = new Set(live.map(({ id }) => id));
  const found = isAsked ? (data?.data ?? []).filter(({ id }) => !known.has(id)) : [];
  const commands = [...live, ...found].map(command);
  if (meant === undefined) return { commands };
  if (!isAsked) return { commands, hint: 'Type the number of the incident, or how its service begins: incident 12' };
  return { commands, ...(isFetching && { hint: 'Looking for incidents…' }) };
}

/** What was typed has to stand in the words, or the palette leaves them out. */
function wordsOf({ number, title, affected_service: service, namespace }: Incident, q: string): string {
  const asked = q === '' || /^\d/.test(q) ? undefined : [service, namespace].find((name) => name.startsWith(q));
  return asked === undefined ? `Incident ${number}: ${title}` : `Incident ${asked}, ${number}: ${title}`;
}
