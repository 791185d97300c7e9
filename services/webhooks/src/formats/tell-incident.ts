import { severities } from '@wheelhouse/contracts';
import { type Data, textOf } from './data.ts';
import type { Standing, Told, Weight } from './told.ts';

/** Of `incident.updated`, by the status that the incident has then. */
const standings: Readonly<Record<string, Standing>> = {
  acknowledged: 'in_hand',
  investigating: 'in_hand',
  mitigated: 'in_hand',
  resolved: 'over',
  closed: 'over',
};

export function tellIncident(type: string, data: Data): Told {
  const status = textOf(data, 'status');
  return {
    title: `${opening(type, status)}: ${textOf(data, 'title')}`,
    alert: textOf(data, 'title'),
    text: '',
    facts: [
      ['Severity', textOf(data, 'severity')],
      ['Status', status],
      ['Category', textOf(data, 'category')],
      ['Service', textOf(data, 'affected_service')],
      ['Namespace', textOf(data, 'namespace')],
      ['Cluster', textOf(data, 'cluster_id')],
    ],
    open: 'Open the incident',
    standing: type === 'incident.resolved' ? 'over' : (standings[status] ?? 'begins'),
    weight: weightOf(textOf(data, 'severity')),
    about: textOf(data, 'incident_id'),
    component: textOf(data, 'affected_service'),
    category: textOf(data, 'category'),
  };
}

/** One that was merged into another is closed, and told of as resolved. */
function opening(type: string, status: string): string {
  if (type === 'incident.created') return 'Incident opened';
  if (type === 'incident.resolved') return status === 'closed' ? 'Incident closed' : 'Incident resolved';
  return status === 'open' ? 'Incident changed' : `Incident ${status}`;
}

export function weightOf(severity: string): Weight {
  return severities.find((one) => one === severity) ?? 'medium';
}
