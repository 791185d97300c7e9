import { etagOf, refuse } from '@wheelhouse/kit';
import type { IncidentRow } from '../records/row.ts';

/**
 * In two parts, because an incident changes by itself too: the first is of what people write, the second of all that is
 * shown. Who writes a summary must not be refused because one more signal came meanwhile.
 */
export function incidentEtag(row: IncidentRow): string {
  return `"${hashOf(said(row))}.${hashOf([row.id, row.version])}"`;
}

/** If-Match, by the first part. */
export function unlessSaid(ifMatch: string | undefined, row: IncidentRow): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const now = hashOf(said(row));
  const isNow = (entry: string) => entry.trim().replace(/^(?:W\/)?"([^".]*).*$/, '$1') === now;
  if (!ifMatch.split(',').some(isNow)) refuse('precondition_failed');
}

function said({ id, title, severity, assignee_id, summary, root_cause, review }: IncidentRow): object {
  return { id, title, severity, assignee_id, summary, root_cause, review };
}

function hashOf(value: unknown): string {
  return etagOf(value).replaceAll('"', '');
}
