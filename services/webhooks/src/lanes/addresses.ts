import type { Keyring } from '@wheelhouse/kit';
import type { Addressed } from '../wire/send.ts';
import type { Subscriber } from './read.ts';

interface Opened {
  readonly version: number;
  readonly newest: string;
  readonly previous: string | undefined;
}

const most = 10_000;

/** Secrets are opened once for each version of a subscription, and kept. */
export class Addresses {
  readonly #secrets: Keyring;
  readonly #opened = new Map<string, Opened>();

  constructor(secrets: Keyring) {
    this.#secrets = secrets;
  }

  /** Throws where a secret does not open: nothing can be signed then. */
  of(tenantId: string, subscriber: Subscriber, now: Date): Addressed {
    const { id, url, previous_expires_at: until } = subscriber;
    const { newest, previous } = this.#open(tenantId, subscriber);
    const overlaps = previous !== undefined && until !== null && now < until;
    return { subscriptionId: id, url, secrets: overlaps ? [newest, previous] : [newest] };
  }

  #open(tenantId: string, { id, version, secret, previous_secret: previous }: Subscriber): Opened {
    const known = this.#opened.get(id);
    if (known?.version === version) return known;
    const place = { tenantId, table: 'webhooks.subscriptions', rowId: id };
    const opened = {
      version,
      newest: this.#secrets.open(place, secret),
      previous: previous === null ? undefined : this.#secrets.open(place, previous),
    };
    if (this.#opened.size >= most) this.#opened.clear();
    this.#opened.set(id, opened);
    return opened;
  }
}
