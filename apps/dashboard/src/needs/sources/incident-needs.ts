import { severities } from '@wheelhouse/contracts';
import type { Cluster } from '../../api/clusters.ts';
import type { Incident } from '../../api/incidents.ts';
import { gravityTone, numberOf } from '../../design/incident-words.ts';
import type { Act, Need } from '../need.ts';

type ById = ReadonlyMap<string, Cluster>;
type ActOn = (incident: Incident) => Act;

const mostIncidents = 5;

/** The worst first, of those the oldest; the rest in one line: they must not hide what else there is. */
export function incidentNeeds(open: readonly Incident[], byId: ById, actOn: ActOn): readonly Need[] {
  const sorted = open.toSorted(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      Date.parse(a.started_at) - Date.parse(b.started_at),
  );
  const shown = sorted
    .slice(0, mostIncidents)
    .map((incident) => ({ ...incidentNeed(incident, byId.get(incident.cluster_id)), act: actOn(incident) }));
  const rest = sorted.slice(mostIncidents);
  const [worst] = rest;
  if (worst === undefined) return shown;
  return [
    ...shown,
    {
      key: 'other incidents',
      tone: gravityTone[worst.severity],
      word: worst.severity,
      what: `${rest.length} more ${rest.length === 1 ? 'incident is' : 'incidents are'} not acknowledged`,
      next: 'The ones above are the worst, and of these the oldest.',
      when: undefined,
      link: { to: '/incidents', search: { status: 'open' } },
      linkWords: 'See all open incidents',
    },
  ];
}

function incidentNeed(incident: Incident, cluster: Cluster | undefined): Need {
  const { id, title, severity, started_at, object } = incident;
  return {
    key: `incident ${id}`,
    tone: gravityTone[severity],
    word: severity,
    what: `${numberOf(incident)} ${title}`,
    next: nextWords(incident),
    cluster,
    ...(object !== null && object.kind !== 'Cluster' && { object }),
    when: { words: 'for', at: started_at, as: 'for' },
    link: { to: '/incidents/$incidentId', params: { incidentId: id } },
    linkWords: 'See the incident',
  };
}

function nextWords({ firing, signal_count, affected_total }: Incident): string {
  const reach = affected_total === 0 ? '' : ` ${affected_total} other objects are in trouble because of it.`;
  if (signal_count === 0) return `Somebody declared it.${reach}`;
  return `${firing === 0 ? 'Nothing of it fires right now.' : `${firing} of its signals ${firing === 1 ? 'fires' : 'fire'}.`}${reach}`;
}
