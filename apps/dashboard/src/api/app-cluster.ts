import type { App } from './apps.ts';
import { client } from './client.ts';

/** What asks the cluster itself before it answers. */

export interface LogQuery {
  readonly pod?: string | undefined;
  /** Of the container before the last restart. */
  readonly previous?: boolean | undefined;
  /** Seconds. */
  readonly since?: number | undefined;
  /** Lines of each pod to begin with. */
  readonly tail?: number | undefined;
  readonly follow?: boolean | undefined;
  readonly q?: string | undefined;
}

export interface LogLine {
  readonly pod: string;
  readonly at: string;
  readonly text: string;
}

/** By the name of their event. */
export interface LogEvents {
  readonly snapshot: {
    readonly pods: readonly { readonly name: string; readonly revision: number | null; readonly ready: boolean }[];
  };
  readonly lines: { readonly lines: readonly LogLine[] };
  readonly pod_joined: { readonly pod: string };
  readonly pod_left: { readonly pod: string; readonly reason: string | null };
  /** Its log cannot be read right now. */
  readonly pod_silent: { readonly pod: string; readonly reason: string };
  /** Nothing was heard of the cluster since then; it is tried again. */
  readonly cluster_silent: { readonly since: string };
  /** More came than is sent: counted, not kept. */
  readonly dropped: { readonly count: number; readonly since: string };
  readonly ended: { readonly reason: string };
}

export const scaleApp = async (id: string, replicas: number): Promise<App> =>
  (await client.post('/platform/api/v1/apps/{id}/scale', { params: { id }, body: { replicas } })).data;

/** Each event has an id; given the last one, it goes on behind that. */
export const openLogs = (id: string, query: LogQuery, signal: AbortSignal, lastEventId: string | undefined) =>
  client.stream('/platform/api/v1/apps/{id}/logs', { params: { id }, query, signal, lastEventId, retries: 0 });
