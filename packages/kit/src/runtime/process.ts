import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Broker } from '../events/broker.ts';
import type { CallModule, Peer } from '../http/module-call.ts';
import type { Revocations } from '../http/revocations.ts';
import type { JobSpec } from '../jobs/spec.ts';
import type { Log } from '../log.ts';
import type { Module } from '../module.ts';
import type { Environment } from '../settings.ts';
import type { ProcessSettings } from './settings.ts';

/** What the modules of one process share. */
export interface Shared {
  readonly settings: ProcessSettings;
  readonly environment: Environment;
  readonly database: Database;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly modules: readonly Module[];
  /** The name this process keeps when it restarts. */
  readonly worker: string;
  readonly peers: readonly Peer[];
  readonly secrets: readonly Uint8Array[];
  readonly callAs: (module: string) => CallModule;
  readonly revocations: Revocations;
}

/** A module, or other work, that has been started. */
export interface Running {
  readonly module: string;
  readonly jobs: readonly JobSpec[];
  readonly app: FastifyInstance | undefined;
  readonly address: string | undefined;
  readonly work: readonly Promise<void>[];
  readonly stopping: () => void;
}

/** What runs without listening. */
export const noApp = { jobs: [], app: undefined, address: undefined, work: [], stopping: () => undefined };
