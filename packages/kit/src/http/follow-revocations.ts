import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { CallModule } from './module-call.ts';
import type { RevocationFeed, RevocationPage } from './revocations.ts';

const pollTimeoutMs = 4_000;
const againAfterMs = 200;
/** All that start at once need a moment to find each other. */
const failuresTold = 5;

/** Follows auth until told to stop. */
export async function followRevocations(
  feed: RevocationFeed,
  call: CallModule,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let after: number | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const path = `/internal/v1/revocations${after === undefined ? '' : `?after=${after}`}`;
      const { status, body } = await call('auth', { path, timeoutMs: pollTimeoutMs, signal });
      if (status !== 200) throw new Error(`auth answered ${status} to the revocation feed`);
      const page = body as RevocationPage;
      feed.take(page.revocations);
      after = page.through;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures === failuresTold) log.warn({ err: error }, 'revocations cannot be read right now');
      await wait(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
