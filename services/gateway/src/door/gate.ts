import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EdgeTrace, Log, RefusalLedger } from '@wheelhouse/kit';
import type { Budgets } from '../budget/budgets.ts';
import type { Meters } from '../budget/meter.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { Guesses } from '../credentials/guesses.ts';
import type { Pages } from '../pages/pages.ts';
import type { ModuleProcesses } from '../proxy/module-processes.ts';
import type { Destination } from '../routes/route-tree.ts';
import type { SparingLog } from '../sparing-log.ts';
import type { CallerAddresses } from './caller-address.ts';
import type { Streams } from './streams.ts';

/** What all requests share. */
export interface Gate {
  readonly log: Log;
  readonly version: string;
  /** Where it is told that a module did not answer. */
  readonly unanswered: (module: string) => SparingLog;
  readonly addresses: CallerAddresses;
  readonly credentials: Credentials;
  readonly guesses: Guesses;
  readonly meters: Meters;
  readonly budgets: Budgets;
  readonly processes: ModuleProcesses;
  readonly refusals: RefusalLedger;
  readonly limits: { readonly anonymous: number; readonly tokenEndpoint: number; readonly pages: number };
  readonly corsOrigins: ReadonlySet<string>;
  readonly externalOrigin: string;
  /** The path of EXTERNAL_URL, where it has one. */
  readonly externalRoot: string;
  readonly sessionCookie: string;
  readonly streams: Streams;
  readonly isStopping: boolean;
  readonly find: (path: string) => ReadonlyMap<string, Destination> | undefined;
  readonly findAgain: (path: string) => Promise<ReadonlyMap<string, Destination> | undefined>;
  readonly pages: Pages;
  /** Whether a module is shown cookies, and where a page came from. */
  readonly readsCookies: (module: string) => boolean;
  /** Says that a body which waits to be asked for is welcome. */
  readonly welcomeBody: (request: IncomingMessage, response: ServerResponse) => void;
  readonly seen: (request: Seen, status: number, tookMs: number, trace: EdgeTrace | undefined, error?: Error) => void;
}

/** A request that was answered, for figures and the log. */
export interface Seen {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly traceId: string;
}
