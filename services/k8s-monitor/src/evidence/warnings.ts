import type { Facts } from '@wheelhouse/contracts';
import { type EventObject, type EventShown, warningsIn } from '../live/events.ts';
import { type Looking, mostOfOthers } from './looking.ts';

type Warning = Facts['warnings'][number];

/**
 * What the cluster warns of in a namespace, as far as it is about what is looked at. Where there are more warnings than
 * one call tells, those about the object itself are asked for by its name.
 */
export async function warningsAbout(
  { client, parts, partsSignal: signal }: Looking,
  namespace: string,
  object: EventObject,
  isAbout: (object: EventObject) => boolean,
): Promise<Facts['warnings']> {
  const all = await parts.see('warnings', warningsIn(client, namespace, undefined, signal));
  if (all === undefined) return [];
  const own = all.isAll ? undefined : await parts.see('warnings', warningsIn(client, namespace, object, signal));
  return newest([...(own?.items ?? []), ...all.items.filter((event) => isAbout(event.object))]);
}

/** Of one object and nothing else; of a node without a namespace, which its events are not told by. */
export async function warningsOf(
  { client, parts, partsSignal: signal }: Looking,
  namespace: string | undefined,
  object: EventObject,
): Promise<Facts['warnings']> {
  const told = await parts.see('warnings', warningsIn(client, namespace, object, signal));
  return newest(told?.items ?? []);
}

export function newest(events: readonly EventShown[]): Warning[] {
  const seen = new Set<string>();
  return events
    .toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1))
    .filter(({ object, reason, message }) => {
      const key = JSON.stringify([object.kind, object.name, reason, message]);
      return !seen.has(key) && seen.add(key) !== undefined;
    })
    .slice(0, mostOfOthers)
    .map(({ type: _, ...rest }) => rest);
}
