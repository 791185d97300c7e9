import { type AddressGuard, type Keyring, type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { armLane, makeLane, resetLane } from '../lanes/store.ts';
import { checkKey, type Wanted } from './defaults.ts';
import type { ChangeWebhook } from './schema.ts';
import { newSecret, sealRoutingKey } from './secret.ts';
import { webhookMachine } from './state.ts';
import {
  insertSubscription,
  lockedCount,
  markDeleted,
  selectSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './store.ts';
import { checkEvents, targetOf } from './target.ts';

export type Given = Pick<ModuleContext<WebhookSettings>, 'makeId' | 'clock' | 'secrets' | 'settings'>;

/** The row, and the secret that nobody can ask for again. */
export interface WithSecret {
  readonly row: SubscriptionRow;
  readonly secret: string;
}

/** What of a body can be judged without the database; ids as the database writes them. */
export function checked<Asked extends ChangeWebhook>(asked: Asked, guard: AddressGuard): Asked {
  const { url, events, cluster_ids, cloudspace_ids } = asked;
  if (events !== undefined) checkEvents(events);
  return {
    ...asked,
    ...(url === undefined ? {} : { url: targetOf(url, guard) }),
    ...(cluster_ids ? { cluster_ids: cluster_ids.map((id) => id.toLowerCase()) } : {}),
    ...(cloudspace_ids ? { cloudspace_ids: cloudspace_ids.map((id) => id.toLowerCase()) } : {}),
  };
}

export async function create(db: TenantDb, given: Given, asked: Wanted): Promise<WithSecret> {
  const { WEBHOOKS_PER_TENANT: most } = given.settings;
  if ((await lockedCount(db)) >= most)
    refuse('conflict', {
      message: `The limit of ${most} webhooks (WEBHOOKS_PER_TENANT) is reached. Delete one that is no longer needed, or ask the operator to raise the limit.`,
    });
  const id = given.makeId();
  const now = given.clock.now();
  const secret = newSecret(given.secrets, db.tenantId, id);
  const row: SubscriptionRow = {
    id,
    url: asked.url,
    format: asked.format,
    events: asked.events,
    cluster_ids: asked.cluster_ids ?? null,
    cloudspace_ids: asked.cloudspace_ids ?? null,
    description: asked.description ?? '',
    rate_limit_per_second: asked.rate_limit_per_second ?? null,
    state: 'active',
    disabled_reason: null,
    disabled_at: null,
    secret: secret.sealed,
    previous_secret: null,
    previous_expires_at: null,
    routing_key: sealedKey(given.secrets, db.tenantId, id, asked.routing_key),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertSubscription(db, row);
  await makeLane(db, id);
  return { row, secret: secret.shown };
}

/** What waits goes to the new address, and how the old one did is no longer of interest. */
export async function change(
  db: TenantDb,
  { clock, secrets }: Given,
  before: SubscriptionRow,
  asked: ChangeWebhook,
): Promise<SubscriptionRow> {
  checkKey(before, asked);
  const now = clock.now();
  const { routing_key: key, ...rest } = asked;
  const rekeyed = key === undefined ? {} : { routing_key: sealedKey(secrets, db.tenantId, before.id, key) };
  const row = await updateSubscription(db, before, { ...rest, ...rekeyed, updated_at: now });
  if (row.url !== before.url) await resetLane(db, row.id, now);
  return row;
}

function sealedKey(secrets: Keyring, tenantId: string, id: string, key: string | undefined): string | null {
  return key === undefined ? null : sealRoutingKey(secrets, tenantId, id, key);
}

export async function pause(db: TenantDb, { clock }: Given, before: SubscriptionRow): Promise<SubscriptionRow> {
  const now = clock.now();
  const row = await updateSubscription(db, before, {
    state: webhookMachine.next(before.state, 'pause'),
    updated_at: now,
  });
  // Whoever works on it next holds back what is pending.
  await armLane(db, row.id, now);
  return row;
}

/** New events are delivered again; what is held stays so. */
export async function enable(db: TenantDb, { clock }: Given, before: SubscriptionRow): Promise<SubscriptionRow> {
  const now = clock.now();
  const row = await updateSubscription(db, before, {
    state: webhookMachine.next(before.state, 'enable'),
    disabled_reason: null,
    disabled_at: null,
    updated_at: now,
  });
  await resetLane(db, row.id, now);
  return row;
}

/** At most two sign: the one before the last is forgotten, however long it was to live. */
export async function rotate(
  db: TenantDb,
  { clock, secrets }: Given,
  before: SubscriptionRow,
  overlapSeconds: number,
): Promise<WithSecret> {
  const now = clock.now();
  const secret = newSecret(secrets, db.tenantId, before.id);
  const kept =
    overlapSeconds === 0
      ? { previous_secret: null, previous_expires_at: null }
      : {
          previous_secret: before.secret,
          previous_expires_at: new Date(now.getTime() + overlapSeconds * 1_000),
        };
  const row = await updateSubscription(db, before, { secret: secret.sealed, ...kept, updated_at: now });
  return { row, secret: secret.shown };
}

export async function remove(db: TenantDb, { clock }: Given, id: string): Promise<void> {
  const now = clock.now();
  await markDeleted(db, id, now);
  await armLane(db, id, now);
}

export async function existing(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<SubscriptionRow> {
  return (await selectSubscription(db, id, lock)) ?? refuse('not_found');
}
