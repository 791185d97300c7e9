import { randomBytes, randomUUID } from 'node:crypto';
import { openKeyring } from '@wheelhouse/kit';
import { expect, test } from 'vitest';
import { Addresses } from '../src/lanes/addresses.ts';
import { newSecret, openSecrets } from '../src/subscriptions/secret.ts';

const overlapMs = 86_400_000;
const rotatedAt = Date.parse('2026-03-01T12:00:00Z');
const [tenantId, id] = [randomUUID(), randomUUID()];
const keyring = openKeyring(`k1:${randomBytes(32).toString('base64')}`);
const [older, newer] = [newSecret(keyring, tenantId, id), newSecret(keyring, tenantId, id)];
const addresses = new Addresses(keyring);
const subscriber = {
  id,
  url: 'https://hooks.example.com/',
  state: 'active',
  rate_limit_per_second: null,
  secret: newer.sealed,
  previous_secret: older.sealed,
  previous_expires_at: new Date(rotatedAt + overlapMs),
  format: 'event',
  routing_key: null,
  version: 2,
  arrivals: 0,
} as const;

test.each([
  ['at the rotation', 0, [newer, older]],
  ['in the overlap', overlapMs / 2, [newer, older]],
  ['in its last millisecond', overlapMs - 1, [newer, older]],
  ['at its end', overlapMs, [newer]],
  ['a day later', 2 * overlapMs, [newer]],
])('%s the worker and a test by REST sign with the same secrets', (_when, after, secrets) => {
  const now = new Date(rotatedAt + after);
  const expected = secrets.map(({ shown }) => shown);
  expect(addresses.of(tenantId, subscriber, now).secrets).toEqual(expected);
  expect(openSecrets(keyring, tenantId, subscriber, now)).toEqual(expected);
});
