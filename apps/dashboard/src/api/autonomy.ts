import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { client } from './client.ts';
import { keyOf, reading } from './reading.ts';

export type LedgerRow = Schemas['action-agent']['Ledger']['data'][number];
export type Autonomy = Schemas['action-agent']['Autonomy'];
export type Level = Autonomy['tenant']['scale_deployment'];

export const autonomyPath = '/agents/action/api/v1/autonomy';

/** With its etag, so that two who change it at once do not undo each other. */
export interface FoundAutonomy {
  readonly autonomy: Autonomy;
  readonly etag: string | undefined;
}

export const foundAutonomy = queryOptions({
  queryKey: [...keyOf(autonomyPath), 'with etag'],
  queryFn: async ({ signal }): Promise<FoundAutonomy> => {
    const { data: autonomy, etag } = await client.get(autonomyPath, { signal });
    return { autonomy, etag };
  },
  refetchInterval: 10_000,
});

const dayMs = 86_400_000;

/** The last days until today; the ledger counts by days in UTC. */
export function ledgerQuery(days: number, clusterId: string | undefined) {
  const from = new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
  const query = { from, ...(clusterId !== undefined && { cluster_id: clusterId }) };
  return { ...reading('/agents/action/api/v1/actions/ledger', { query }), refetchInterval: 30_000 };
}
