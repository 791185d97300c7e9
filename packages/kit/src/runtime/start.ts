import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../clock.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateUp, migrationSets, migrationStatus } from '../db/migrate.ts';
import { ensurePartitions, whyPartitionsRunOut } from '../db/partitions.ts';
import { type Broker, openBroker } from '../events/broker.ts';
import { type Replay, startConsumer } from '../events/consumer.ts';
import { type OutgoingEvent, outbox, replayEvents } from '../events/outbox.ts';
import { startRelay } from '../events/relay.ts';
import { readFigures } from '../housekeeping/figures.ts';
import { startHousekeeping } from '../housekeeping/start.ts';
import { accessSecrets, tokenVerifier } from '../http/access-token.ts';
import { buildApp } from '../http/app.ts';
import { cursors } from '../http/cursor.ts';
import { deadLetterRoutes } from '../http/dead-letters.ts';
import { type CallModule, moduleCaller, type Peer, peerAddresses } from '../http/module-call.ts';
import { replayRoute } from '../http/replay-route.ts';
import { followRevocations } from '../http/follow-revocations.ts';
import { nothingRevoked, RevocationFeed, type Revocations } from '../http/revocations.ts';
import { makeIds } from '../ids.ts';
import { enqueuer } from '../jobs/enqueue.ts';
import { migrateJobs, whyJobsAreOutdated } from '../jobs/migrate.ts';
import type { JobSpec } from '../jobs/spec.ts';
import { startJobs } from '../jobs/worker.ts';
import { type Log, makeLog } from '../log.ts';
import { type Module, jobsOf, type ModuleContext, schemaOf } from '../module.ts';
import { type Environment, environmentName, misspelt, readSettings } from '../settings.ts';
import { startTask } from '../tasks.ts';
import { startTelemetry } from '../telemetry.ts';
import { addHealthRoutes, type Probe } from './health.ts';
import { whyRoleIsUnfit } from './role-check.ts';
import { type ProcessSettings, readAllSettings, settingsTable } from './settings.ts';

/** Runs modules in this process: their HTTP, their work, or both. Starts in table order, stops in reverse. */
export interface StartOptions {
  readonly modules: readonly Module[];
  /** All modules of the installation, whichever process runs them; those of this process when left out. */
  readonly peers?: readonly Peer[];
  readonly role: 'all' | 'http' | 'worker';
  readonly environment: Environment;
  readonly version: string;
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface RunningProcess {
  readonly addresses: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export async function startProcess(options: StartOptions): Promise<RunningProcess> {
  const { modules, role, environment, clock = systemClock } = options;
  const settings = readAllSettings(modules, environment);
  const log = options.log ?? makeLog({ level: settings.LOG_LEVEL });
  for (const warning of misspelt(Object.keys(settingsTable(modules)), environment)) log.warn(warning);
  const sets = migrationSets(modules.map(({ name, migrations }) => ({ schema: schemaOf(name), migrations })));
  if (settings.MIGRATE_DATABASE_URL !== undefined) {
    const appRole = decodeURIComponent(new URL(settings.DATABASE_URL).username);
    await migrateUp({ url: settings.MIGRATE_DATABASE_URL, appRole, sets, log });
    // After, not under, the other's lock: the engine builds indexes concurrently.
    const queues = jobsOf(modules);
    if (queues.length > 0) await migrateJobs({ ownerUrl: settings.MIGRATE_DATABASE_URL, appRole, queues, log });
  }
  const name = `wheelhouse ${modules.map((module) => module.name).join('+')}`;
  const telemetry = startTelemetry(name, settings.OTLP_URL);
  const database = openDatabase({
    url: settings.DATABASE_URL,
    connections: settings.DATABASE_CONNECTIONS,
    applicationName: name.slice(0, 63),
    log,
  });
  const unfit = await database.system((db) =>
    whyRoleIsUnfit(
      db,
      sets.map((set) => set.schema),
    ),
  );
  if (unfit !== undefined) {
    await database.end();
    throw new Error(`refusing to serve: ${unfit}`);
  }
  const broker = openBroker(settings.RABBITMQ_URL, name, log);
  const stopping = new AbortController();
  const worker = `${hostname()}/${modules.map((module) => module.name).join('+')}/${settings.WORKER_NAME}`;
  const signal = stopping.signal;
  const peers = options.peers ?? modules;
  const addressOf = peerAddresses(environment, modules, peers);
  const secrets = accessSecrets(settings.AUTH_JWT_ACCESS_SECRET);
  const callAs = (module: string) => moduleCaller({ module, secrets, clock, addressOf });
  const feed = settings.FOLLOW_REVOCATIONS ? new RevocationFeed() : undefined;
  if (feed === undefined) log.warn('FOLLOW_REVOCATIONS is false: revoked tokens are good until they expire');
  const shared: Shared = {
    settings,
    environment,
    database,
    broker,
    clock,
    log,
    signal,
    modules,
    worker,
    peers,
    secrets,
    callAs,
    revocations: feed ?? nothingRevoked,
  };
  const running: Running[] = [];
  const probes = probesOf(shared, sets);
  try {
    for (const module of modules) running.push(await startModule(module, options, shared, probes));
    if (role !== 'http') running.push(startProcessJobs(running, shared));
    if (role !== 'worker' && feed !== undefined) {
      const following = followRevocations(feed, callAs(modules[0]?.name ?? 'server'), log, signal);
      running.push({ ...noApp, module: 'revocations', work: [following] });
      await feed.begun(firstWordMs);
    }
  } catch (error) {
    await stopAll(running, shared, stopping);
    throw error;
  }

  return {
    addresses: Object.fromEntries(
      running.flatMap(({ module, address }) => (address === undefined ? [] : [[module, address]])),
    ),
    stop: async () => {
      for (const one of running) one.stopping();
      // Whoever chooses among processes must have seen that this one is not ready before it stops answering.
      if (role !== 'worker') await new Promise((resolve) => setTimeout(resolve, settings.DRAIN_SECONDS * 1000));
      await stopAll(running, shared, stopping);
      await telemetry.stop();
    },
  };
}

/** In reverse order of the start: doors first, then the work behind them, then what both stood on. */
async function stopAll(
  running: readonly Running[],
  { broker, database }: Shared,
  stopping: AbortController,
): Promise<void> {
  for (const { app } of running.toReversed()) await app?.close();
  stopping.abort();
  await Promise.all(running.flatMap(({ work }) => work));
  await broker.close();
  await database.end();
}

interface Shared {
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

interface Running {
  readonly module: string;
  readonly jobs: readonly JobSpec[];
  readonly app: FastifyInstance | undefined;
  readonly address: string | undefined;
  readonly work: readonly Promise<void>[];
  readonly stopping: () => void;
}

/** How long a start waits for auth's first word; without it the process serves what needs none. */
const firstWordMs = 1_000;

/** What runs without listening. */
const noApp = { jobs: [], app: undefined, address: undefined, work: [], stopping: () => undefined };

function probesOf(
  { database, broker, clock, modules }: Shared,
  sets: ReturnType<typeof migrationSets>,
): Readonly<Record<string, Probe>> {
  return {
    postgresql: { ask: () => database.system((db) => db.query('SELECT 1')).then(() => undefined) },
    schema: {
      ask: async () => {
        const states = await database.system((db) => migrationStatus(db, sets));
        if (states.some(({ state }) => state === 'pending')) return 'schema_outdated: run wheelhouse migrate up';
        const queues = jobsOf(modules);
        const outdated =
          queues.length === 0 ? undefined : await database.system((db) => whyJobsAreOutdated(db, queues));
        return outdated === undefined ? undefined : `schema_outdated (${outdated}): run wheelhouse migrate up`;
      },
    },
    // Events wait in the outbox meanwhile, so requests can still be served.
    rabbitmq: { ask: async () => broker.trouble(), optional: true },
    // There is still time: nobody is served better by a process that says it cannot.
    partitions: {
      ask: () => {
        const schemas = modules.map(({ name }) => schemaOf(name));
        return database.system((db) => whyPartitionsRunOut(db, schemas, clock.now()));
      },
      optional: true,
    },
  };
}

/** One worker for the jobs of all modules: its heartbeats need connections of their own. */
function startProcessJobs(running: readonly Running[], { settings, log, signal, worker }: Shared): Running {
  const jobs = running.flatMap(({ module, jobs: specs }) => (specs.length === 0 ? [] : [{ module, jobs: specs }]));
  const work = jobs.length === 0 ? [] : [startJobs({ url: settings.DATABASE_URL, jobs, log, signal, worker }).ended];
  return { ...noApp, module: 'jobs', work };
}

async function startModule(
  module: Module,
  { role, version }: StartOptions,
  shared: Shared,
  probes: Readonly<Record<string, Probe>>,
): Promise<Running> {
  const { settings, environment, database, clock, signal, secrets, revocations } = shared;
  const schema = schemaOf(module.name);
  const log = shared.log.child({ module: module.name });
  const makeId = makeIds(clock);
  const background: Promise<void>[] = [];
  const context: ModuleContext = {
    module: module.name,
    schema,
    settings: readSettings(module.settings, environment),
    database,
    clock,
    makeId,
    log,
    cursors: cursors(secrets),
    emit: outbox(schema, makeId, clock),
    enqueue: enqueuer(module.name),
    secrets: settings.SECRETS_KEYS,
    accessSecrets: secrets,
    call: shared.callAs(module.name),
    background: (run) => background.push(run(signal)),
    peers: shared.peers.map(({ name }) => name),
  };
  // The module may have been off for longer than partitions were made ahead.
  await database
    .system((db) => ensurePartitions(db, schema, clock.now()))
    .catch((error: unknown) => log.warn({ err: error }, 'partitions were not made ahead'));
  let isStopping = false;
  const work = role === 'http' ? [] : startWork(context);
  const jobs = (module.jobs ?? []).map((job): JobSpec => ({ ...job, handle: (given) => job.handle(context, given) }));
  if (role === 'worker') return { ...noApp, module: module.name, jobs, work };

  const replay = replayRoute((type, after, most) =>
    database.system((db) => replayEvents(db, schema, type, after, most)),
  );
  const app = buildApp({
    module: module.name,
    schema,
    publicPrefix: `/api${module.prefix}`,
    version,
    routes: [...module.routes(context), ...deadLetterRoutes(module, context), replay],
    database,
    verifyToken: tokenVerifier(secrets, module.name, clock, revocations),
    clock,
    log,
    checkAnswers: settings.CHECK_ANSWERS,
    emit: context.emit,
    revocations,
    trustedProxies: settings.TRUSTED_PROXIES,
  });
  addHealthRoutes(
    app,
    probes,
    () => isStopping,
    () => readFigures(module.name, schema, database, clock),
  );
  const address = await app.listen({ host: settings.HOST, port: portOf(module, shared) });
  log.info({ address }, 'listening');
  return {
    module: module.name,
    jobs,
    app,
    address,
    work: [...work, ...background],
    stopping: () => {
      isStopping = true;
    },
  };

  function startWork(given: ModuleContext): readonly Promise<void>[] {
    const { broker, worker } = shared;
    const common = { module: module.name, schema, database, broker, log, clock, signal };
    const relay = startRelay({ ...common, worker, pollMs: 200 });
    const replayFrom = remoteReplay(given.call);
    const consumers = (module.consumers?.(given) ?? []).map((spec) =>
      startConsumer({ ...common, spec, replay: replayFrom }),
    );
    const tasks = (module.tasks ?? []).map((task) => startTask(task, given, worker, signal));
    return [relay, startHousekeeping({ ...common, worker }), ...consumers, ...tasks];
  }
}

function portOf(module: Module, { settings, environment, modules }: Shared): number {
  const own = environment[environmentName(module.name, 'PORT')];
  const sole = modules.length === 1 ? settings.PORT : undefined;
  return Number(own ?? sole ?? module.port);
}

/** Asks the source module itself for what was missed. */
function remoteReplay(call: CallModule): Replay {
  return async (source, type, after) => {
    const path = `/internal/v1/events?type=${encodeURIComponent(type)}&after=${after}`;
    const { status, body } = await call(source, { path });
    if (status !== 200) throw new Error(`${source} answered ${status} to a replay`);
    return body as { events: readonly OutgoingEvent[]; oldest: number | null };
  };
}
