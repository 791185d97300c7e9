/** A program that empties a queue of events into subscribers, and is told over IPC when to begin and to stop. */
export type SideOrder = { readonly order: 'go'; readonly events: number } | { readonly order: 'stop' };

/** What it stands on, given in the environment as JSON. */
export interface SideGiven {
  readonly databaseUrl: string;
  readonly brokerUrl: string;
  readonly caFile: string;
  readonly targets: readonly Target[];
}

/** One subscription; each cluster has one, and each event is of one cluster. */
export interface Target {
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly clusterId: string;
  readonly url: string;
  readonly secret: string;
}

export const eventType = 'cluster.phase_changed';

export function sideGiven(): SideGiven {
  return JSON.parse(process.env['SIDE_GIVEN'] ?? '{}') as SideGiven;
}

/** Orders are answered when they are carried out. */
export function obey(carryOut: (order: SideOrder) => Promise<void>): void {
  process.on('message', (order: SideOrder) => void carryOut(order).then(() => process.send?.(order.order)));
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
