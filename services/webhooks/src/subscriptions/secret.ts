import { randomBytes } from 'node:crypto';
import type { Keyring } from '@wheelhouse/kit';
import type { SubscriptionRow } from './store.ts';

const table = 'webhooks.subscriptions';

export interface SigningSecret {
  /** As it is shown, once. */
  readonly shown: string;
  readonly sealed: string;
}

export function newSecret(secrets: Keyring, tenantId: string, rowId: string): SigningSecret {
  const shown = `whsec_${randomBytes(32).toString('base64')}`;
  return { shown, sealed: secrets.seal({ tenantId, table, rowId }, shown) };
}

const routingKeyPlace = (tenantId: string, rowId: string) => ({ tenantId, table, rowId, column: 'routing_key' });

export function sealRoutingKey(secrets: Keyring, tenantId: string, rowId: string, key: string): string {
  return secrets.seal(routingKeyPlace(tenantId, rowId), key);
}

export function openRoutingKey(
  secrets: Keyring,
  tenantId: string,
  { id, routing_key: sealed }: Pick<SubscriptionRow, 'id' | 'routing_key'>,
): string | undefined {
  return sealed === null ? undefined : secrets.open(routingKeyPlace(tenantId, id), sealed);
}

type Sealed = Pick<SubscriptionRow, 'id' | 'secret' | 'previous_secret' | 'previous_expires_at'>;

/** Those that sign now, newest first. */
export function openSecrets(secrets: Keyring, tenantId: string, row: Sealed, now: Date): readonly string[] {
  const open = (sealed: string) => secrets.open({ tenantId, table, rowId: row.id }, sealed);
  return previousSigns(row, now) && row.previous_secret !== null
    ? [open(row.secret), open(row.previous_secret)]
    : [open(row.secret)];
}

export function previousSigns(
  { previous_secret, previous_expires_at }: Omit<Sealed, 'id' | 'secret'>,
  now: Date,
): boolean {
  return previous_secret !== null && previous_expires_at !== null && previous_expires_at > now;
}
