import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Emit } from '../events/outbox.ts';
import type { Log } from '../log.ts';
import type { VerifyToken } from './access-token.ts';
import type { Revocations } from './revocations.ts';
import type { Route } from './route.ts';

/** One module's HTTP server: its routes, behind the checks that every route has. */
export interface AppOptions {
  readonly module: string;
  readonly schema: string;
  readonly publicPrefix: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly webhooks?: Readonly<Record<string, object>> | undefined;
  readonly database: Database;
  readonly verifyToken: VerifyToken;
  readonly clock: Clock;
  readonly log: Log;
  /** In tests every answer is held against its declared schema. */
  readonly checkAnswers: boolean;
  readonly emit: Emit;
  readonly revocations: Revocations;
  /** Whose word about a caller's address is taken. */
  readonly trustedProxies?: readonly string[];
  readonly largestBody?: number;
}
