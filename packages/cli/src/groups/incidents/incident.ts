import { type IncidentStatus, isLiveIncident, liveIncidentStatuses } from '@wheelhouse/contracts';
import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import type { Filter } from '../../declare/list.ts';
import { firstPage, largestPage } from '../../declare/pages.ts';
import { type Resource, uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import { textOption } from '../../invocation.ts';
import type { Style } from '../../output/terminal.ts';

export type Incident = Schemas['incidents']['Incident'];
export type Entry = Schemas['incidents']['IncidentTimeline'];

export const incidentsPath = '/incidents/api/v1/incidents';
export const incidentPath = '/incidents/api/v1/incidents/{id}';

/** What somebody may still have to do something about. */
export const liveStatuses = liveIncidentStatuses.join(',');

export const isLive = ({ status }: Pick<Incident, 'status'>) => isLiveIncident(status);

export const titleOf = ({ number, title }: Pick<Incident, 'number' | 'title'>) => `#${number} ${title}`;

/** `Deployment shop/checkout`. */
export function objectText({ kind, namespace, name }: NonNullable<Incident['object']>): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

/** For completion: by number, and what each is about. */
export async function liveChoices(client: Client): Promise<readonly string[]> {
  const page = await firstPage(client.list(incidentsPath, { query: { status: liveStatuses, limit: largestPage } }));
  return page.data.map(({ number, title }) => `${number}\t${title}`);
}

export const incidents: Resource<Incident> = {
  arguments: [argument('<incident>', 'its number, or its id', liveChoices)],
  find: async (client, [typed = '']) => {
    if (uuid.test(typed)) return incidentById(client, typed);
    const [, digits] = /^#?(\d{1,9})$/.exec(typed) ?? [];
    if (digits === undefined)
      throw new Failure('usage', `${typed} is neither the number nor the id of an incident`, 'for example 12');
    const number = Number(digits);
    const { data: page } = await client.get(incidentsPath, { query: { q: String(number), limit: largestPage } });
    const found = page.data.find((one) => one.number === number);
    if (found !== undefined) return found;
    throw new Failure('error', `there is no incident #${number}`, 'wheelhouse incidents --all lists them');
  },
};

export async function incidentById(client: Client, id: string): Promise<Incident> {
  return (await client.get(incidentPath, { params: { id } })).data;
}

export const incidentFilter: Filter = {
  options: [option('--incident <incident>', 'of one incident, by its number', liveChoices)],
  read: (invocation) => textOption(invocation, 'incident'),
  find: async (client, typed) => (await incidents.find(client, [typed])).id,
};

const statusStyles = {
  open: 'red',
  acknowledged: 'yellow',
  investigating: 'yellow',
  mitigated: 'blue',
  resolved: 'green',
  closed: 'dim',
} as const satisfies Record<IncidentStatus, Style>;

export function statusStyle({ status }: Pick<Incident, 'status'>): Style {
  return statusStyles[status];
}

const severityStyles = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'dim',
} as const satisfies Record<Incident['severity'], Style>;

export function severityStyle({ severity }: Pick<Incident, 'severity'>): Style {
  return severityStyles[severity];
}
