import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { ConsumerSpec } from './events/consumer.ts';
import type { Emit } from './events/outbox.ts';
import type { Cursors } from './http/cursor.ts';
import type { Route } from './http/route.ts';
import type { MakeId } from './ids.ts';
import type { Enqueue } from './jobs/enqueue.ts';
import type { JobContext, JobDeclaration, ModuleJobs } from './jobs/spec.ts';
import type { Log } from './log.ts';
import type { Keyring } from './secrets.ts';
import type { SealedColumn } from './secrets-rewrap.ts';
import type { SettingsOf, SettingsTable } from './settings.ts';

/** A service says what it is in one place: reading the modules one after another is reading the system. */
export interface Module<Table extends SettingsTable = SettingsTable> {
  readonly name: string;
  readonly port: number;
  /** Where the gateway serves it: `{EXTERNAL_URL}/api` + this. */
  readonly prefix: string;
  readonly settings: Table;
  /** Folder of its SQL migrations. */
  readonly migrations: string;
  /** Columns that hold sealed secrets, for `wheelhouse secrets rewrap`. */
  readonly sealed?: readonly SealedColumn[];
  readonly routes: (context: ModuleContext<Table>) => readonly Route[];
  /** Durable work; declared, because the owner makes the queues before any module runs. */
  readonly jobs?: readonly ModuleJob<Table>[];
  readonly consumers?: (context: ModuleContext<Table>) => readonly ConsumerSpec[];
}

/** A job and its handler, which is given the module's context. */
export interface ModuleJob<Table extends SettingsTable = SettingsTable> extends JobDeclaration {
  readonly handle: (context: ModuleContext<Table>, job: JobContext) => Promise<void>;
}

/** What a module is given; it reaches for nothing else. */
export interface ModuleContext<Table extends SettingsTable = SettingsTable> {
  readonly module: string;
  /** Its PostgreSQL schema, the only one it may name. */
  readonly schema: string;
  readonly settings: SettingsOf<Table>;
  readonly database: Database;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly log: Log;
  readonly cursors: Cursors;
  /** Writes an event into the outbox, in the transaction of the change it tells of. */
  readonly emit: Emit;
  /** Asks for a job of this module, in the transaction of the change that needs it. */
  readonly enqueue: Enqueue;
  /** Seals what must not be readable in a dump. */
  readonly secrets: Keyring;
}

export function defineModule<Table extends SettingsTable>(module: Module<Table>): Module {
  return module as unknown as Module;
}

/** The jobs of those modules that have any. */
export function jobsOf(modules: readonly Module[]): readonly ModuleJobs[] {
  return modules.flatMap(({ name, jobs = [] }) => (jobs.length === 0 ? [] : [{ module: name, jobs }]));
}

export function schemaOf(module: string): string {
  return module.replaceAll('-', '_');
}

/** `k8s-monitor` reads `K8S_MONITOR_URL` and `K8S_MONITOR_PORT`. */
export function environmentName(module: string, suffix: 'URL' | 'PORT'): string {
  return `${module.replaceAll('-', '_').toUpperCase()}_${suffix}`;
}
