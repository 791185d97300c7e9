import type { StreamEvent } from '@wheelhouse/sdk';
import { client } from './client.ts';
import type { WorkloadPlace } from './objects.ts';

/** Logs of pods: the same questions and the same events, whether they are asked of an app or of a workload. */

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

/** Whose log it is. Each event has an id; given the last one, it goes on behind that. */
export type OpenLogs = (
  query: LogQuery,
  signal: AbortSignal,
  lastEventId: string | undefined,
) => AsyncIterable<StreamEvent>;

export const appLogs =
  (id: string): OpenLogs =>
  (query, signal, lastEventId) =>
    client.stream('/platform/api/v1/apps/{id}/logs', { params: { id }, query, signal, lastEventId, retries: 0 });

/** Unless a container is named, that which the pods name as theirs. */
export const workloadLogs =
  (clusterId: string, { kind, namespace, name }: WorkloadPlace, container: string | undefined): OpenLogs =>
  (query, signal, lastEventId) =>
    client.stream('/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}/logs', {
      params: { kind, namespace, name },
      query: { cluster_id: clusterId, container, ...query },
      signal,
      lastEventId,
      retries: 0,
    });
