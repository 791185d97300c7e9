import type { Incident } from '../sources/incidents.ts';
import type { Workload } from '../sources/workloads.ts';
import { aboutObject, dayWords, type Finding, objectKey, type ObjectSubject, objectWords, times } from './finding.ts';

const dayMs = 24 * 60 * 60_000;
export const singleReplicaDays = 30;
const recurringDays = 7;
const recursFrom = 3;
const recursOften = 6;

interface OfObject {
  readonly object: ObjectSubject;
  /** Newest first. */
  readonly incidents: readonly Incident[];
}

/** Of each object; what nothing was wrong with, or what stands with another incident, does not count. */
function byObject(incidents: readonly Incident[], since: Date): readonly OfObject[] {
  const counted = incidents.filter(
    ({ object, merged_into, resolution, detected_at }) =>
      object !== null && merged_into === null && resolution !== 'not_an_incident' && new Date(detected_at) >= since,
  );
  const groups = Map.groupBy(counted, ({ object }) => (object === null ? '' : objectKey(object)));
  return [...groups.values()].flatMap((group) => {
    const ordered = group.toSorted((one, other) => (one.detected_at < other.detected_at ? 1 : -1));
    const object = ordered[0]?.object;
    return object ? [{ object, incidents: ordered }] : [];
  });
}

const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

export function recurring(incidents: readonly Incident[], now: Date): readonly Finding[] {
  return byObject(incidents, ago(now, recurringDays))
    .filter(({ incidents: own }) => own.length >= recursFrom)
    .map(({ object, incidents: own }) => {
      const titles = [...new Set(own.map(({ title }) => title))];
      return {
        kind: 'recurring_cause',
        subject: aboutObject(object),
        severity: own.length >= recursOften ? 'high' : 'medium',
        why: `${objectWords(object)} had ${own.length} incidents within ${recurringDays} days, the last on ${dayOf(own)}: ${examples(titles)}.`,
        how: `Compare the timelines of incidents ${numbers(own)}, and remove what they have in common; note it as their root cause.`,
      };
    });
}

const scalable: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet']);

/** Objects that may run a single replica, for whoever asks how many they run. */
export function mayBeSingle(incidents: readonly Incident[], now: Date): boolean {
  return byObject(incidents, ago(now, singleReplicaDays)).some(({ object }) => scalable.has(object.kind));
}

export function singleReplicas(
  incidents: readonly Incident[],
  workloads: readonly Workload[],
  now: Date,
): readonly Finding[] {
  const single = new Set(workloads.filter(({ desired }) => desired === 1).map(objectKey));
  return byObject(incidents, ago(now, singleReplicaDays))
    .filter(({ object }) => scalable.has(object.kind) && single.has(objectKey(object)))
    .map(({ object, incidents: own }) => {
      const { kind, namespace, name } = object;
      return {
        kind: 'single_replica',
        subject: aboutObject(object),
        severity: own.length >= recursFrom ? 'high' : 'medium',
        why: `${objectWords(object)} runs a single replica and had ${times(own.length, 'incident', 'incidents')} within ${singleReplicaDays} days, the last on ${dayOf(own)}.`,
        how: `If it can run more than once, run at least two: kubectl -n ${namespace ?? ''} scale ${kind.toLowerCase()}/${name} --replicas=2, and set it where it is deployed from.`,
      };
    });
}

function dayOf([newest]: readonly Incident[]): string {
  return newest === undefined ? '' : dayWords(new Date(newest.detected_at));
}

function examples(titles: readonly string[]): string {
  const [first = '', ...others] = titles;
  return others.length === 0 ? `“${first}”` : `“${first}” and ${times(others.length, 'other title', 'other titles')}`;
}

const mostNumbers = 5;

function numbers(incidents: readonly Incident[]): string {
  const named = incidents.slice(0, mostNumbers).map(({ number }) => `#${number}`);
  return incidents.length > mostNumbers ? `${named.join(', ')} and others` : named.join(', ');
}
