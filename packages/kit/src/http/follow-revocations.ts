import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { CallModule } from './module-call.ts';
import type { RevocationFeed, RevocationPage } from './revocations.ts';

const pollTimeoutMs = 4_000;
const againAfterMs = 200;

/** Follows auth until told to stop. */
export async function followRevocations(
  feed: RevocationFeed,
  call: CallModule,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let after: number | undefined;
  let complained = false;
  while (!signal.aborted) {
    try {
      const path = `/internal/v1/revocations${after === undefined ? '' : `?after=${after}`}`;
      const { status, body } = await call('auth', { path, timeoutMs: pollTimeoutMs, signal });
      if (status !== 200) throw new Error(`auth answered ${status} to the revocation feed`);
      const page = body as RevocationPage;
      feed.take(page.revocations);
      after = page.through;
      complained = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!complained) log.warn({ err: error }, 'revocations cannot be read right now');
      complained = true;
      await wait(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
