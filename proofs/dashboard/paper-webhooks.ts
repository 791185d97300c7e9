import type { DeliveryFailure } from '@wheelhouse/contracts';
import { type Database, systemClock, tenantFilter } from '@wheelhouse/kit';
import type { Attempt } from '../../services/webhooks/src/wire/attempt.ts';
import { attempt, type DeliveryMade, writeDelivery } from '../../services/webhooks/test/write-delivery.ts';
import type { Ask } from './world.ts';

/** Webhooks by the API, and what was delivered as rows: nobody is there to receive any. */
export interface PaperWebhooks {
  /** Fails, and has deliveries of every kind. */
  readonly failing: string;
  /** Of that one: tried three times, and will be again. */
  readonly delivery: string;
  /** Was told that nobody is there any more. */
  readonly disabled: string;
  readonly paused: string;
}

export interface PaperTenant {
  readonly db: Database;
  readonly tenantId: string;
  readonly ask: Ask;
}

const webhooks = '/platform/api/v1/webhooks';
const halfDayMs = 43_200_000;
const later = () => new Date(Date.now() + halfDayMs);

export async function writeWebhooks({ db, tenantId, ask }: PaperTenant): Promise<PaperWebhooks> {
  const make = async (url: string, more: object = {}) =>
    String((await ask('POST', webhooks, { url, events: ['*'], ...more }))['id']);
  const failing = await make('https://hooks.acme.example/wheelhouse', { description: 'Pages whoever is on call.' });
  const disabled = await make('https://old.acme.example/ops', { events: ['action.pending', 'action.executed'] });
  const paused = await make('https://chat.acme.example/bot', { events: ['cluster.phase_changed'] });
  await ask('POST', `${webhooks}/${paused}/pause`, {});
  const write = (id: string, more: Partial<DeliveryMade>) => writeDelivery(db, tenantId, id, systemClock.now(), more);
  for (let made = 0; made < 12; made += 1)
    await write(failing, { event_type: made % 3 === 0 ? 'action.executed' : 'action.pending' });
  await write(failing, { event_type: 'action.executed', state: 'held', reason: 'paused' });
  await write(failing, { event_type: 'cluster.phase_changed', state: 'exhausted', attempts: [failed(1, 'timed_out')] });
  const delivery = await write(failing, {
    state: 'pending',
    attempts: [failed(1, 'dns_failed'), failed(2, 'tls_failed'), failed(3, 'server_error', 503)],
    // Nobody sends it meanwhile.
    next_attempt_at: later(),
  });
  await write(disabled, { state: 'held', reason: 'disabled' });
  await db.tenant(tenantId, (tenant) =>
    tenant.query(
      `UPDATE webhooks.subscriptions SET state = 'disabled', disabled_reason = 'gone', disabled_at = now()
       WHERE ${tenantFilter()} AND id = $1`,
      [disabled],
    ),
  );
  await db.system((system) =>
    system.query(
      `UPDATE webhooks.lanes SET failures = 5, failing_since = now() - interval '4 minutes', next_due_at = $3
       WHERE tenant_id = $1 AND subscription_id = $2`,
      [tenantId, failing, later()],
    ),
  );
  return { failing, delivery, disabled, paused };
}

function failed(number: number, failure: DeliveryFailure, status: number | null = null): Attempt {
  const response = { headers: { 'content-type': 'text/plain' }, body: 'the database is away', truncated: false };
  return attempt(
    {
      number,
      started_at: new Date(Date.now() - (4 - number) * 45_000).toISOString(),
      failure,
      status,
      response: status === null ? null : response,
    },
    status === null ? null : 20,
  );
}
