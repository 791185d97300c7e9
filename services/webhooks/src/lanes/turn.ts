import type { ModuleContext } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import type { Sender } from '../wire/send.ts';
import type { Addresses } from './addresses.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import type { Claimed } from './claim.ts';
import type { Due, Subscriber } from './read.ts';
import type { Held } from './slots.ts';

/** What every turn stands on. */
export interface TurnsGiven {
  readonly context: ModuleContext<WebhookSettings>;
  readonly sender: Sender;
  readonly addresses: Addresses;
  readonly writer: OutcomeWriter;
  readonly random: () => number;
}

/** One lane's: what is due, and to whom. */
export interface Turn {
  readonly lane: Claimed;
  readonly held: Held;
  readonly subscriber: Subscriber;
  readonly due: readonly Due[];
  readonly began: Date;
}
