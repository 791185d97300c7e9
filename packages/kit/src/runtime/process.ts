import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Broker } from '../events/broker.ts';
import type { AddressesOf, CallModule } from '../http/module-call.ts';
import type { Revocations } from '../http/revocations.ts';
import type { JobSpec } from '../jobs/spec.ts';
import type { Log } from '../log.ts';
import type { Module, Part } from '../module.ts';
import type { Environment } from '../settings.ts';
import type { Probe, Stage } from './probe.ts';
import type { CommonSettings, ProcessSettings } from './settings.ts';

/** What all parts of one process share. */
export interface Common {
  readonly settings: CommonSettings;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly parts: readonly Part[];
  /** All of the installation, whichever process runs them. */
  readonly peers: readonly Part[];
  readonly secrets: readonly Uint8Array[];
  readonly addressesOf: AddressesOf;
  readonly callAs: (module: string) => CallModule;
  readonly revocations: Revocations;
  readonly stage: () => Stage;
}

/** What those with a database share besides. */
export interface Shared extends Common {
  readonly settings: ProcessSettings;
  readonly modules: readonly Module[];
  readonly database: Database;
  readonly broker: Broker;
  /** The name this process keeps when it restarts. */
  readonly worker: string;
}

/** A module, or other work, that has been started. */
export interface Running {
  readonly module: string;
  readonly jobs: readonly JobSpec[];
  readonly address: string | undefined;
  /** What it stands on besides the stores, by name. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly work: readonly Promise<void>[];
  /** Begins its work in the background, when all doors of the process are open: it may tell others to come in. */
  readonly begin?: () => void;
  /** Closes its door: what is under way is still answered. */
  readonly close: () => Promise<void>;
}

/** What runs without listening. */
export const noDoor = {
  jobs: [],
  address: undefined,
  probes: {},
  work: [],
  close: async () => undefined,
};
