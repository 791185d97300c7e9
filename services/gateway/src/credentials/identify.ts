import { Refusal } from '@wheelhouse/kit';
import type { Budgets } from '../budget/budgets.ts';
import type { Meter } from '../budget/meter.ts';
import { type Credentials, shownCredential } from './credentials.ts';
import type { Guesses } from './guesses.ts';
import type { Holder } from './holder.ts';

interface Asked {
  /** What the caller shows. */
  readonly credential: string;
  readonly address: string;
  /** Addresses that count as one. */
  readonly group: string;
  /** What all who have no known credential share at this address. */
  readonly strangers: Meter;
}

interface Told {
  readonly identified: (outcome: Holder | Refusal) => void;
  readonly failed: (error: unknown) => void;
}

interface Askable {
  readonly credentials: Credentials;
  readonly guesses: Guesses;
  readonly budgets: Budgets;
}

const nothing = (): void => undefined;

/**
 * Finds out who stands behind a credential, at once where that is known. Answers what has to be called when the request
 * has been counted: until then an unknown credential is charged to its address.
 */
export function identify(
  { credentials, guesses, budgets }: Askable,
  { credential, address, group, strangers }: Asked,
  { identified, failed }: Told,
): () => void {
  const shown = shownCredential(credential);
  if (shown === undefined) {
    identified(new Refusal('unauthenticated'));
    return nothing;
  }
  const known = credentials.recall(shown);
  if (known !== undefined) {
    identified(known);
    return nothing;
  }
  const isGuess = credentials.isNew(shown);
  if (isGuess && !guesses.begin(group, budgets.left(strangers))) {
    identified(new Refusal('rate_limited', { headers: { 'retry-after': '1' } }));
    return nothing;
  }
  credentials.ask(shown, address).then(identified, failed);
  let isUnderWay = isGuess;
  return () => {
    if (isUnderWay) guesses.end(group);
    isUnderWay = false;
  };
}
