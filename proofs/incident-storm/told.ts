import type { Received } from '../../services/webhooks/test/receiver.ts';
import type { Incident } from './people.ts';

/** An event as the receiver's own log has it. */
export interface Told {
  readonly id: string;
  readonly type: string;
  /** `occurred_at`, in milliseconds since 1970. */
  readonly at: number;
  readonly data: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly data: Told['data'];
}

/** What came at one path, in the order in which it happened. One that was sent twice is there once: it has one id. */
export function toldAt(path: string, log: readonly Received[]): readonly Told[] {
  const byId = new Map<string, Told>();
  for (const { body } of log.filter((one) => one.path === path)) {
    const { id, type, occurred_at: at, data } = JSON.parse(body) as Envelope;
    byId.set(id, { id, type, at: Date.parse(at), data });
  }
  return [...byId.values()].toSorted((one, other) => one.at - other.at);
}

export function ofType(told: readonly Told[], type: string): readonly Told[] {
  return told.filter((one) => one.type === type);
}

/** By incident. */
export function updatesIn(told: readonly Told[]): ReadonlyMap<string, readonly Told[]> {
  return Map.groupBy(ofType(told, 'incident.updated'), ({ data }) => data['incident_id'] ?? '');
}

/** The shortest time between two updates of one incident. */
export function shortestPause(told: readonly Told[]): number {
  const pauses = [...updatesIn(told).values()].flatMap((updates) =>
    updates.slice(1).map(({ at }, index) => at - (updates[index]?.at ?? 0)),
  );
  return Math.min(...pauses, Number.POSITIVE_INFINITY);
}

/** The most that one incident had. */
export function mostUpdates(told: readonly Told[]): number {
  return Math.max(0, ...[...updatesIn(told).values()].map(({ length }) => length));
}

const shown = [
  'cluster_id',
  'title',
  'severity',
  'status',
  'category',
  'namespace',
  'affected_service',
  'url',
] as const satisfies readonly (keyof Incident)[];

/** Incidents that were last told otherwise than they are read, or never. */
export function toldOtherwise(told: readonly Told[], incidents: readonly Incident[]): readonly string[] {
  const updates = updatesIn(told);
  return incidents
    .filter((incident) => {
      const last = updates.get(incident.id)?.at(-1);
      return last === undefined || shown.some((field) => last.data[field] !== incident[field]);
    })
    .map(({ id }) => id);
}
