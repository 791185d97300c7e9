import type { Facts } from '@wheelhouse/contracts';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import type { EventObject } from '../live/events.ts';
import type { Requests } from '../state/requests.ts';
import type { Parts } from './parts.ts';

/** With what a cluster is looked at. */
export interface Looking {
  readonly client: ClusterClient;
  readonly parts: Parts;
  readonly at: Date;
  /** While the object itself is waited for. */
  readonly signal: AbortSignal;
  /** While what else is told of it is: ends a little earlier, so that what is there is told. */
  readonly partsSignal: AbortSignal;
}

/** What of the facts the cluster itself tells. */
export interface Told
  extends Pick<
    Facts,
    'exists' | 'workload' | 'pods' | 'pods_total' | 'budgets' | 'autoscaler' | 'node' | 'warnings' | 'logs'
  > {
  /** What an autoscaler scales: what is known of that is told too. */
  readonly scales: (EventObject & { readonly namespace: string }) | undefined;
  /** For what there is to be room elsewhere; undefined: nobody asks, or it is not known. */
  readonly needs: Needs | undefined;
}

export interface Needs extends Requests {
  readonly pods: number;
}

export const nothingTold: Told = {
  exists: false,
  workload: null,
  pods: [],
  pods_total: null,
  budgets: [],
  autoscaler: null,
  node: null,
  warnings: [],
  logs: [],
  scales: undefined,
  needs: undefined,
};

/** As many of a list as one call tells. */
export const oneCall = 249;
export const mostPods = 50;
/** Of changes, budgets, nodes, issues and warnings. */
export const mostOfOthers = 20;
