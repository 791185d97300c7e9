import type { WebhookFormat } from '@wheelhouse/contracts';
import type { Keyring } from '@wheelhouse/kit';
import { openRoutingKey } from '../subscriptions/secret.ts';
import type { Addressed } from '../wire/send.ts';
import type { Subscriber } from './read.ts';

/** Whom deliveries of a subscription are for, and what they are made into. */
export interface Receiver extends Addressed {
  readonly format: WebhookFormat;
  readonly routingKey: string | undefined;
}

interface Opened {
  readonly version: number;
  readonly newest: string;
  readonly previous: string | undefined;
  readonly routingKey: string | undefined;
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
  of(tenantId: string, subscriber: Subscriber, now: Date): Receiver {
    const { id, url, format, previous_expires_at: until } = subscriber;
    const { newest, previous, routingKey } = this.#open(tenantId, subscriber);
    const overlaps = previous !== undefined && until !== null && now < until;
    return { subscriptionId: id, url, format, routingKey, secrets: overlaps ? [newest, previous] : [newest] };
  }

  #open(tenantId: string, subscriber: Subscriber): Opened {
    const { id, version, secret, previous_secret: previous } = subscriber;
    const known = this.#opened.get(id);
    if (known?.version === version) return known;
    const place = { tenantId, table: 'webhooks.subscriptions', rowId: id };
    const opened = {
      version,
      newest: this.#secrets.open(place, secret),
      previous: previous === null ? undefined : this.#secrets.open(place, previous),
      routingKey: openRoutingKey(this.#secrets, tenantId, subscriber),
    };
    if (this.#opened.size >= most) this.#opened.clear();
    this.#opened.set(id, opened);
    return opened;
  }
}
