import { type ClusterClient, KubernetesError } from '@wheelhouse/kubernetes';
import type { RawEvent } from '../state/raw.ts';
import { timeOf } from '../state/times.ts';
import { type Listed, listed } from './listed.ts';

export interface EventObject {
  readonly kind: string;
  readonly name: string;
}

/** An event as pages show it. */
export interface EventShown {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly object: EventObject;
  readonly count: number;
  readonly last_at: string;
}

const mostOfOne = 200;
const longestMessage = 1_000;

/**
 * What the cluster's components say of these objects, newest first; undefined where that may not be read. Asked for one
 * object at a time: a namespace may have thousands of others'.
 */
export async function eventsAbout(
  client: ClusterClient,
  namespace: string | undefined,
  objects: readonly EventObject[],
  signal: AbortSignal,
): Promise<readonly EventShown[] | undefined> {
  const ask = async ({ kind, name }: EventObject) => {
    const fieldSelector = `involvedObject.kind=${kind},involvedObject.name=${name}`;
    return (await listed<RawEvent>(client, pathIn(namespace), { fieldSelector, signal }, mostOfOne)).items;
  };
  try {
    const found = (await Promise.all(objects.map(ask))).flat();
    return found.map(shown).toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1));
  } catch (error) {
    if (error instanceof KubernetesError && error.status === 403) return undefined;
    throw error;
  }
}

/** Warnings of a namespace, or of all of them; as many as one call tells, and of these in no order. */
export async function warningsIn(
  client: ClusterClient,
  namespace: string | undefined,
  about: EventObject | undefined,
  signal: AbortSignal,
): Promise<Listed<EventShown>> {
  const of = about === undefined ? '' : `,involvedObject.kind=${about.kind},involvedObject.name=${about.name}`;
  const given = { fieldSelector: `type=Warning${of}`, signal };
  const { items, isAll } = await listed<RawEvent>(client, pathIn(namespace), given, mostOfOne);
  return { items: items.map(shown), isAll };
}

function pathIn(namespace: string | undefined): string {
  return namespace === undefined ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`;
}

function shown(event: RawEvent): EventShown {
  const { type = 'Normal', reason = '', message = '', involvedObject: about = {}, series, count = 1 } = event;
  const times = [series?.lastObservedTime, event.lastTimestamp, event.eventTime, event.metadata.creationTimestamp];
  const at = times.map(timeOf).find((time) => time !== undefined) ?? 0;
  return {
    type,
    reason,
    message: message.replaceAll(/\s+/g, ' ').trim().slice(0, longestMessage),
    object: { kind: about.kind ?? '', name: about.name ?? '' },
    count: Math.max(1, series?.count ?? count ?? 1),
    last_at: new Date(at).toISOString(),
  };
}
