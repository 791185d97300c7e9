import type { Caller } from '@wheelhouse/testkit';
import type { Given, Installation } from './start.ts';

/** A call that will succeed, with everything it needs made before. */
export interface ReadyCall extends Given {
  readonly who?: Caller;
  readonly path: string;
  /** Where the handler says it better than its route. */
  readonly action?: string;
  /** How many tenants' trails it stands in, once in each; one unless said otherwise. */
  readonly trails?: number;
}

/** Keyed by method and route: `POST /api/v1/tokens`. */
export type Calls = Readonly<Record<string, (installation: Installation) => Promise<ReadyCall>>>;
