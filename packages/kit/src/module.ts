import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import { deleteTenantRows } from './db/tenant-rows.ts';
import type { ConsumerSpec } from './events/consumer-spec.ts';
import type { Emit, EmitMessage } from './events/outbox.ts';
import type { Cursors } from './http/cursor.ts';
import type { CallModule } from './http/module-call.ts';
import type { Revocations } from './http/revocations.ts';
import type { Route } from './http/route.ts';
import type { MakeId } from './ids.ts';
import type { Enqueue } from './jobs/enqueue.ts';
import type { JobContext, JobDeclaration, ModuleJobs } from './jobs/spec.ts';
import type { Lease } from './leases.ts';
import type { Log } from './log.ts';
import type { MessageConsumer } from './messages/spec.ts';
import type { Probe, Stage } from './runtime/probe.ts';
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
  /** Its tables above tenants, each with the reason; they hold no tenant content beyond ids and bytes in transit. */
  readonly aboveTenants?: Readonly<Record<string, string>>;
  /** What becomes of its rows when a tenant is deleted: `deleteAllTenantRows`, more than that, or nothing and why. */
  readonly onTenantDeleted: OnTenantDeleted<Table>;
  /** Columns that hold sealed secrets, for `wheelhouse secrets rewrap`. */
  readonly sealed?: readonly SealedColumn[];
  readonly routes: (context: ModuleContext<Table>) => readonly Route[];
  /** Durable work; declared, because the owner makes the queues before any module runs. */
  readonly jobs?: readonly ModuleJob<Table>[];
  /** What it does again and again. */
  readonly tasks?: readonly ModuleTask<Table>[];
  /** What it does all the time. */
  readonly workers?: readonly ModuleWorker<Table>[];
  readonly consumers?: (context: ModuleContext<Table>) => readonly ConsumerSpec[];
  /** What it takes from outside the house's own events. */
  readonly messages?: (context: ModuleContext<Table>) => readonly MessageConsumer[];
  /** Where it shows what it gave up, if its prefix is another module's too and the usual place is taken there. */
  readonly deadLettersAt?: string;
  /** What it sends to callers' own addresses, by name, as OpenAPI describes it. */
  readonly webhooks?: Readonly<Record<string, object>>;
  /** What it stands on besides what all modules do; told by /readyz, and never a reason not to serve requests. */
  readonly probes?: () => Readonly<Record<string, () => string | undefined>>;
}

/**
 * Called twice, an hour apart, so that what was still being written when the tenant went is found too; and again after
 * a kill. False: the signal ended first.
 */
export type OnTenantDeleted<Table extends SettingsTable = SettingsTable> =
  | ((context: ModuleContext<Table>, tenantId: string, signal: AbortSignal) => Promise<boolean>)
  | { readonly none: string };

/** A job and its handler, which is given the module's context. */
export interface ModuleJob<Table extends SettingsTable = SettingsTable> extends JobDeclaration {
  readonly handle: (context: ModuleContext<Table>, job: JobContext) => Promise<void>;
}

/** Work a module does again and again, in one process at a time: sealing, pruning, telling. */
export interface ModuleTask<Table extends SettingsTable = SettingsTable> {
  readonly name: string;
  readonly about: string;
  readonly everyMs: number;
  /** One round. What it throws is logged, and the next round comes all the same. */
  readonly run: (context: ModuleContext<Table>, lease: Lease, signal: AbortSignal) => Promise<void>;
}

/** Work that runs beside the jobs in every process with the role, until the signal ends; they share it out among themselves. */
export interface ModuleWorker<Table extends SettingsTable = SettingsTable> {
  readonly name: string;
  readonly about: string;
  /** `worker` is the name the process keeps when it restarts, for its leases. What it throws is logged, and it is started again. */
  readonly run: (context: ModuleContext<Table>, worker: string, signal: AbortSignal) => Promise<void>;
}

/** What a module is given; it reaches for nothing else. */
export interface ModuleContext<Table extends SettingsTable = SettingsTable> {
  readonly module: string;
  /** Its PostgreSQL schema, the only one it may name. */
  readonly schema: string;
  /** Of its tables, those above tenants. */
  readonly aboveTenants: readonly string[];
  /** Of the installation's code. */
  readonly version: string;
  readonly settings: SettingsOf<Table>;
  readonly database: Database;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly log: Log;
  readonly cursors: Cursors;
  /** Writes an event into the outbox, in the transaction of the change it tells of. */
  readonly emit: Emit;
  /** The same for a message that is not an event. */
  readonly emitMessage: EmitMessage;
  /** Asks for a job of this module, in the transaction of the change that needs it. */
  readonly enqueue: Enqueue;
  /** Seals what must not be readable in a dump. */
  readonly secrets: Keyring;
  /** What access tokens are signed and verified with; the first signs. */
  readonly accessSecrets: readonly Uint8Array[];
  /** Calls another module's internal routes. */
  readonly call: CallModule;
  /** Runs beside the routes, in every process that serves them, until the signal ends; the stop waits for it. */
  readonly background: (work: (signal: AbortSignal) => Promise<void>) => void;
  /** The names of all modules of the installation. */
  readonly peers: readonly string[];
}

/**
 * What stands before the modules and has neither database nor broker: the gateway. It serves in its own way;
 * the process gives it what all share and stops it like the rest.
 */
export interface Edge<Table extends SettingsTable = SettingsTable> {
  readonly name: string;
  readonly port: number;
  readonly settings: Table;
  readonly open: (context: EdgeContext<Table>) => Promise<OpenEdge>;
}

export interface EdgeContext<Table extends SettingsTable = SettingsTable> {
  readonly settings: SettingsOf<Table>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly host: string;
  readonly port: number;
  readonly accessSecrets: readonly Uint8Array[];
  readonly call: CallModule;
  /** The modules behind it, in the order of the table. */
  readonly modules: readonly Module[];
  /** Where the processes of a module are. */
  readonly addressesOf: (module: string) => readonly string[];
  readonly revocations: Revocations;
  readonly stage: () => Stage;
  /** Ends when the process stops, after the doors are closed. */
  readonly signal: AbortSignal;
}

export interface OpenEdge {
  readonly address: string;
  /** What it stands on, by name. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly close: () => Promise<void>;
}

/** What a process runs. */
export type Part = Module | Edge;

export function isEdge(part: Part): part is Edge {
  return 'open' in part;
}

/** Those with a database, routes and work. */
export function modulesOf(parts: readonly Part[]): readonly Module[] {
  return parts.filter((part): part is Module => !isEdge(part));
}

export function defineEdge<Table extends SettingsTable>(edge: Edge<Table>): Edge {
  return edge as unknown as Edge;
}

export function defineModule<Table extends SettingsTable>(module: Module<Table>): Module {
  return module as unknown as Module;
}

/** What most modules do when a tenant is deleted. */
export function deleteAllTenantRows(
  context: Pick<ModuleContext, 'database' | 'schema' | 'aboveTenants'>,
  tenantId: string,
  signal: AbortSignal,
): Promise<boolean> {
  return deleteTenantRows(context, tenantId, context.aboveTenants, signal);
}

/** The jobs of those modules that have any. */
export function jobsOf(modules: readonly Module[]): readonly ModuleJobs[] {
  return modules.flatMap(({ name, jobs = [] }) => (jobs.length === 0 ? [] : [{ module: name, jobs }]));
}

export function schemaOf(module: string): string {
  return module.replaceAll('-', '_');
}
