import { hostname } from 'node:os';
import { systemClock, type Clock } from '../clock.ts';
import { openDatabase } from '../db/database.ts';
import { migrateUp, migrationSets } from '../db/migrate.ts';
import { openBroker } from '../events/broker.ts';
import { accessSecrets } from '../http/access-token.ts';
import { followRevocations } from '../http/follow-revocations.ts';
import { moduleCaller, type Peer, peerAddresses } from '../http/module-call.ts';
import { nothingRevoked, RevocationFeed } from '../http/revocations.ts';
import { migrateJobs } from '../jobs/migrate.ts';
import { startJobs } from '../jobs/worker.ts';
import { type Log, makeLog } from '../log.ts';
import { jobsOf, type Module, schemaOf } from '../module.ts';
import { type Environment, misspelt } from '../settings.ts';
import { startTelemetry } from '../telemetry.ts';
import { probesOf } from './probes.ts';
import { noApp, type Running, type Shared } from './process.ts';
import { whyRoleIsUnfit } from './role-check.ts';
import { readAllSettings, settingsTable } from './settings.ts';
import { startModule } from './start-module.ts';

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

/** How long a start waits for auth's first word; without it the process serves what needs none. */
const firstWordMs = 1_000;

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

/** One worker for the jobs of all modules: its heartbeats need connections of their own. */
function startProcessJobs(running: readonly Running[], { settings, log, signal, worker }: Shared): Running {
  const jobs = running.flatMap(({ module, jobs: specs }) => (specs.length === 0 ? [] : [{ module, jobs: specs }]));
  const work = jobs.length === 0 ? [] : [startJobs({ url: settings.DATABASE_URL, jobs, log, signal, worker }).ended];
  return { ...noApp, module: 'jobs', work };
}
