import { timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import type { CallModule, Limits, Log } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Entry, Receiver } from '../entries/schema.ts';

/** Only what is read of it. */
const deliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      webhook_id: uuidSchema,
      name: Type.String(),
      format: Type.String(),
      state: Type.String(),
      delivered_at: Type.Union([timestampSchema, Type.Null()]),
    }),
  ),
});

const readOf = ({ webhook_id, name, format, state, delivered_at }: Receiver): Receiver => ({
  webhook_id,
  name,
  format,
  state,
  delivered_at,
});

const waitMs = 2_000;
/** Of one page; the older ones say nothing of it. */
const mostAsked = 20;

interface Reader {
  readonly tenantId: string;
  /** Of their role: webhooks of others are none of their business. */
  readonly limits: Limits | undefined;
}

/**
 * Entries with who received what they tell of: webhooks knows. What cannot be asked right now is left out, and a page is
 * shown all the same. Not within a transaction: webhooks may need its connection.
 */
export async function withReceivers(
  { call, log }: { readonly call: CallModule; readonly log: Log },
  { tenantId, limits }: Reader,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const told = entries.filter(({ kind, ref }) => kind === 'webhook' && ref?.type === 'event').slice(0, mostAsked);
  const found = await Promise.all(
    told.map(async ({ id, ref }): Promise<readonly [string, Receiver[]] | undefined> => {
      const path = `/internal/v1/events/${ref?.id ?? ''}/deliveries${queryOf(limits)}`;
      try {
        const { status, body } = await call('webhooks', { path, tenantId, timeoutMs: waitMs });
        // It has not heard of the event yet.
        if (status === 404) return [id, []];
        if (status === 200 && Value.Check(deliveries, body)) return [id, body.deliveries.map(readOf)];
        log.warn({ status }, 'webhooks did not say who received an event');
      } catch (error) {
        log.warn({ err: error }, 'webhooks could not be asked who received an event');
      }
      return undefined;
    }),
  );
  const receivers = new Map(found.filter((one) => one !== undefined));
  return entries.map((entry) => ({ ...entry, receivers: receivers.get(entry.id) ?? null }));
}

function queryOf(limits: Limits | undefined): string {
  const given = Object.entries({ cluster_ids: limits?.clusterIds, cloudspace_ids: limits?.cloudspaceIds })
    .filter(([, ids]) => ids !== undefined)
    .map(([name, ids]) => `${name}=${ids?.join(',') ?? ''}`);
  return given.length === 0 ? '' : `?${given.join('&')}`;
}
