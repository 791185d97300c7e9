import { systemClock, type Clock } from '../clock.ts';
import { accessSecrets } from '../http/access-token.ts';
import { followRevocations } from '../http/follow-revocations.ts';
import { moduleCaller, peerAddresses } from '../http/module-call.ts';
import { nothingRevoked, RevocationFeed } from '../http/revocations.ts';
import { startJobs } from '../jobs/worker.ts';
import { type Log, makeLog } from '../log.ts';
import { readFigures } from '../housekeeping/figures.ts';
import { isEdge, modulesOf, type Part, schemaOf } from '../module.ts';
import { type Environment, misspelt, readSettings } from '../settings.ts';
import { startTelemetry } from '../telemetry.ts';
import { awaitStores } from './await-stores.ts';
import { openAdmin } from './health.ts';
import type { Probe, Stage } from './probe.ts';
import { openStores, type Stores } from './open-stores.ts';
import { probesOf } from './probes.ts';
import { type Common, noDoor, type Running, type Shared } from './process.ts';
import { processSettings, readAllSettings, settingsTable } from './settings.ts';
import { tellOfProcess } from './process-row.ts';
import { readinessOf } from './readiness.ts';
import { type Role, rolesOf } from './roles.ts';
import { startEdge } from './start-edge.ts';
import { startModule } from './start-module.ts';

/** Runs modules in this process: their HTTP, their work, or both. Starts in table order, stops in reverse. */
export interface StartOptions {
  readonly modules: readonly Part[];
  /** All modules of the installation, whichever process runs them; those of this process when left out. */
  readonly peers?: readonly Part[];
  readonly role: Role;
  /** Of modules that have another role here. */
  readonly roles?: Readonly<Record<string, Role>>;
  readonly environment: Environment;
  readonly version: string;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Ends a start that still waits for its stores: it then throws. */
  readonly signal?: AbortSignal;
}

export interface RunningProcess {
  readonly addresses: Readonly<Record<string, string>>;
  /** Of /healthz, /readyz and /metrics. */
  readonly adminAddress: string;
  readonly stop: () => Promise<void>;
}

/** How long a start waits for auth's first word; without it the process serves what needs none. */
const firstWordMs = 1_000;

export async function startProcess(options: StartOptions): Promise<RunningProcess> {
  const { modules: parts, environment } = options;
  const roles = rolesOf(parts, options.role, options.roles);
  const listens = Object.values(roles).some((role) => role !== 'worker');
  const settings = readAllSettings(parts, environment);
  const log = options.log ?? makeLog({ level: settings.LOG_LEVEL });
  for (const warning of misspelt(Object.keys(settingsTable(parts)), environment)) log.warn(warning);
  const name = `wheelhouse ${parts.map((part) => part.name).join('+')}`;
  const telemetry = startTelemetry(name, settings.OTLP_URL);
  const stopping = new AbortController();
  const feed = settings.FOLLOW_REVOCATIONS ? new RevocationFeed() : undefined;
  if (feed === undefined) log.warn('FOLLOW_REVOCATIONS is false: revoked tokens remain valid until they expire');
  let stage: Stage = 'starting';
  const common = commonOf(options, log, stopping.signal, feed, () => stage);
  const running: Running[] = [];
  const stores =
    modulesOf(parts).length === 0 ? undefined : openStores(common, readSettings(processSettings, environment), name);
  const stand = stores === undefined ? {} : probesOf(stores.shared, stores.sets);
  const probes = () => Object.assign({}, stand, ...running.map((one) => one.probes)) as Record<string, Probe>;
  const admin = await openAdmin({
    host: settings.ADMIN_HOST,
    port: settings.ADMIN_PORT,
    log,
    probes,
    stage: () => stage,
    readFigures: () => figuresOf(stores),
  }).catch(async (error: unknown) => {
    await stores?.close();
    throw error;
  });
  running.push({ ...noDoor, module: 'admin', close: admin.close });
  try {
    if (stores !== undefined) await awaitStores(stores, options.signal ?? stopping.signal);
    if (listens && feed !== undefined) running.push(follow(feed, common));
    for (const part of parts) await start(part, roles[part.name] ?? options.role, common, stores, running);
    for (const { begin } of running) begin?.();
    const works = Object.values(roles).some((role) => role !== 'http');
    if (works && stores !== undefined) running.push(startProcessJobs(running, stores.shared));
    if (listens) await feed?.begun(firstWordMs);
    stage = 'serving';
    const readiness = () => readinessOf(probes(), stage);
    if (stores !== undefined) running.push(tellOfProcess({ shared: stores.shared, roles, readiness }));
  } catch (error) {
    await stopAll(running, stores, stopping);
    throw error;
  }

  return {
    addresses: Object.fromEntries(
      running.flatMap(({ module, address }) => (address === undefined ? [] : [[module, address]])),
    ),
    adminAddress: admin.address,
    stop: async () => {
      stage = 'stopping';
      // Whoever chooses among processes must have seen that this one is not ready before it stops answering.
      if (listens) await new Promise((resolve) => setTimeout(resolve, settings.DRAIN_SECONDS * 1000));
      await stopAll(running, stores, stopping);
      await telemetry.stop();
    },
  };
}

/** Of every module here: whoever asks this process for figures gets those of all of it. */
async function figuresOf(stores: Stores | undefined): Promise<void> {
  if (stores === undefined) return;
  const { modules, database, clock } = stores.shared;
  for (const { name } of modules) await readFigures(name, schemaOf(name), database, clock);
}

function commonOf(
  { modules: parts, peers = parts, environment, version, clock = systemClock }: StartOptions,
  log: Log,
  signal: AbortSignal,
  feed: RevocationFeed | undefined,
  stage: () => Stage,
): Common {
  const settings = readAllSettings(parts, environment);
  const addressesOf = peerAddresses(environment, parts, peers);
  const secrets = accessSecrets(settings.AUTH_JWT_ACCESS_SECRET);
  return {
    settings,
    environment,
    clock,
    log,
    version,
    signal,
    parts,
    peers,
    secrets,
    addressesOf,
    callAs: (module: string) => moduleCaller({ module, secrets, clock, addressesOf }),
    revocations: feed ?? nothingRevoked,
    stage,
  };
}

async function start(
  part: Part,
  role: Role,
  common: Common,
  stores: Stores | undefined,
  running: Running[],
): Promise<void> {
  if (isEdge(part)) {
    if (role !== 'worker') running.push(await startEdge(part, common));
  } else if (stores !== undefined)
    running.push(await startModule(part, role, stores.shared, probesOf(stores.shared, stores.sets)));
}

function follow(feed: RevocationFeed, { callAs, parts, log, signal }: Common): Running {
  const following = followRevocations(feed, callAs(parts[0]?.name ?? 'server'), log, signal);
  return { ...noDoor, module: 'revocations', work: [following] };
}

/** In reverse order of the start: doors first, then the work behind them, then what both stood on. */
async function stopAll(
  running: readonly Running[],
  stores: Stores | undefined,
  stopping: AbortController,
): Promise<void> {
  for (const { close } of running.toReversed()) await close();
  stopping.abort();
  await Promise.all(running.flatMap(({ work }) => work));
  await stores?.close();
}

/** One worker for the jobs of all modules: its heartbeats need connections of their own. */
function startProcessJobs(running: readonly Running[], { settings, log, signal, worker }: Shared): Running {
  const jobs = running.flatMap(({ module, jobs: specs }) => (specs.length === 0 ? [] : [{ module, jobs: specs }]));
  const work = jobs.length === 0 ? [] : [startJobs({ url: settings.DATABASE_URL, jobs, log, signal, worker }).ended];
  return { ...noDoor, module: 'jobs', work };
}
