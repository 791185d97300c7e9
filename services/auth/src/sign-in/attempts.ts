import { addressGroup, type ModuleContext, type RequestFacts, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { normalEmail } from '../names.ts';
import { type Cookies, cookiesOf } from '../sessions/cookie.ts';
import { deleteAttempt, deletePair, insertAttempt, lockPair, selectRecent } from './attempts-store.ts';
import { type SignInKeys, signInKeys } from './device.ts';
import { secondsToWait } from './throttle.ts';
import { refuseTooMany } from './too-many.ts';

/**
 * Every showing of a password is written down as failed before it is looked at, and taken back when it was
 * right: a thousand guesses sent at once count as a thousand. Unknown accounts are counted like known ones.
 */
export interface Attempts {
  /** Refuses with 429 who has to wait. `account` names it as the caller did, known or not. */
  readonly begin: (account: string, request: RequestFacts) => Promise<Attempt>;
}

export interface Attempt {
  /** It was right: earlier failures of this account from here are forgotten too. */
  readonly succeeded: (db: TenantDb) => Promise<void>;
  /** It was neither right nor wrong. */
  readonly takeBack: () => Promise<void>;
  /** Set-Cookie by which this browser is known next time. */
  readonly deviceCookie: () => string;
}

/** One account has one name, whether it exists or not. */
export function accountName(tenant: string, email: string): string {
  return JSON.stringify([tenant.toLowerCase(), normalEmail(email)]);
}

export function attemptsOf(context: ModuleContext<AuthSettings>): Attempts {
  const { database, clock, makeId, settings, accessSecrets } = context;
  const keys = signInKeys(accessSecrets);
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  const limits = { perPair: settings.LOGIN_FAILURES_PER_ACCOUNT, perAddress: settings.LOGIN_FAILURES_PER_ADDRESS };
  return {
    begin: async (account, request) => {
      const now = clock.now();
      const device = knownDevice(keys, cookies, account, request, now);
      const pair = {
        account: keys.accountHash(account),
        // A known device counts by itself: nobody at the same address can use up its attempts.
        address: device === undefined ? keys.addressHash(addressGroup(request.address)) : keys.deviceHash(device),
      };
      const id = makeId();
      const wait = await database.system(async (db) => {
        await lockPair(db, pair);
        const seconds = secondsToWait(await selectRecent(db, pair, limits, now), limits, device !== undefined, now);
        if (seconds === 0) await insertAttempt(db, id, pair, now);
        return seconds;
      });
      if (wait > 0) refuseTooMany(wait, tooManySignIns);
      return {
        succeeded: (db) => deletePair(db, pair),
        takeBack: () => database.system((db) => deleteAttempt(db, id)),
        deviceCookie: () => cookies.device.set(keys.makeDevice(account, clock.now())),
      };
    },
  };
}

function knownDevice(
  keys: SignInKeys,
  { device }: Cookies,
  account: string,
  { header }: RequestFacts,
  now: Date,
): string | undefined {
  const shown = device.read(header('cookie'));
  return shown !== undefined && keys.isDeviceOf(account, shown, now) ? shown : undefined;
}

const tooManySignIns = (wait: string) =>
  `Too many failed sign-ins. Wait ${wait} and try again, or ask an administrator for a new password.`;
