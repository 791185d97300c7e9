import { randomBytes, randomUUID } from 'node:crypto';
import { openKeyring } from '@wheelhouse/kit';
import { Addresses } from '../../services/webhooks/src/lanes/addresses.ts';
import { newSecret, openSecrets } from '../../services/webhooks/src/subscriptions/secret.ts';
import { signatureHeader } from '../../services/webhooks/src/wire/signature.ts';
import { accepts } from './receiver.ts';

const body = '{"id":"evt_1","type":"app.deployed","data":{}}';
const overlapMs = 86_400_000;
const rotatedAt = Date.parse('2026-03-01T12:00:00Z');

/** When, and whether a receiver with the old secret is believed to understand what is sent. */
const moments = [
  ['at the rotation', 0, true],
  ['inside the overlap', overlapMs / 2, true],
  ['in its last moment', overlapMs - 1, true],
  ['at its end', overlapMs, false],
  ['a day later', 2 * overlapMs, false],
] as const;

export type SecretsAt = (now: Date) => readonly string[];

/** After a rotation: the new secret always fits, the old one inside the overlap and not after, in all that signs. */
export function overlapFaults(
  alter: (secrets: readonly string[]) => readonly string[] = (secrets) => secrets,
): readonly string[] {
  const [tenantId, id] = [randomUUID(), randomUUID()];
  const keyring = openKeyring(`k1:${randomBytes(32).toString('base64')}`);
  const [old, fresh] = [newSecret(keyring, tenantId, id), newSecret(keyring, tenantId, id)];
  const sealed = {
    secret: fresh.sealed,
    previous_secret: old.sealed,
    previous_expires_at: new Date(rotatedAt + overlapMs),
  };
  const addresses = new Addresses(keyring);
  const subscriber = {
    ...sealed,
    id,
    url: 'https://hooks.example.com/',
    state: 'active',
    rate_limit_per_second: null,
    version: 2,
    arrivals: 0,
  } as const;
  const signers: Readonly<Record<string, SecretsAt>> = {
    'the worker': (now) => addresses.of(tenantId, subscriber, now).secrets,
    'a test by REST': (now) => openSecrets(keyring, tenantId, { ...sealed, id }, now),
  };
  return Object.entries(signers).flatMap(([who, secretsAt]) =>
    moments.flatMap(([when, after, oldFits]) => {
      const time = new Date(rotatedAt + after);
      const now = Math.floor(time.getTime() / 1_000);
      const header = signatureHeader(alter(secretsAt(time)), now, body);
      const fits = (secret: string) => accepts({ body, header, secret, now });
      const faults: string[] = [];
      if (!fits(fresh.shown)) faults.push(`${who}, ${when}: the new secret does not fit`);
      if (fits(old.shown) !== oldFits)
        faults.push(`${who}, ${when}: the old secret ${oldFits ? 'does not fit' : 'still fits'}`);
      if (header.split('v1=').length - 1 !== (oldFits ? 2 : 1))
        faults.push(`${who}, ${when}: not the digests it should have`);
      return faults;
    }),
  );
}
