import { randomUUID } from 'node:crypto';
import { systemClock } from '@wheelhouse/kit';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Pem } from '../../../../dev/engines/runtime/certificates.ts';
import { type Letter, Sender, type SenderOptions } from '../../src/wire/send.ts';
import { type Authority, makeAuthority } from '../authority.ts';

export const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdA==';

export function letter(over: Partial<Letter> = {}): Letter {
  return {
    deliveryId: randomUUID(),
    eventId: `evt_${randomUUID()}`,
    eventType: 'app.deployed',
    body: '{"id":"evt_1","type":"app.deployed","data":{"name":"Größe ✓"}}',
    attempt: 1,
    ...over,
  };
}

export interface Stage {
  readonly authority: () => Authority;
  /** For 127.0.0.1, ::1 and hooks.test. */
  readonly pem: () => Pem;
  /** Closed after the test, like everything given to `closing`. */
  readonly sender: (over?: Partial<SenderOptions>) => Sender;
  readonly closing: <T extends { readonly close: () => Promise<void> }>(opened: T | Promise<T>) => Promise<T>;
}

/** An authority for the file, and everything a test opens closed after it. */
export function stage(): Stage {
  const opened: { readonly close: () => Promise<void> }[] = [];
  let authority: Authority;
  let pem: Pem;
  beforeAll(async () => {
    authority = await makeAuthority();
    pem = await authority.certificate('DNS:hooks.test,IP:127.0.0.1,IP:::1');
  });
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
  });
  afterAll(() => authority.remove());
  return {
    authority: () => authority,
    pem: () => pem,
    sender: (over = {}) => {
      const sender = new Sender({
        allowedPrivateCidrs: ['127.0.0.0/8', '::1/128'],
        extraCa: authority.ca,
        clock: systemClock,
        ...over,
      });
      opened.push(sender);
      return sender;
    },
    closing: async (promised) => {
      const one = await promised;
      opened.push(one);
      return one;
    },
  };
}
