import { systemClock, type Clock } from '../clock.ts';
import { accessSecrets } from '../http/access-token.ts';
import { followRevocations } from '../http/follow-revocations.ts';
import { moduleCaller, peerAddresses } from '../http/module-call.ts';
import { nothingRevoked, RevocationFeed } from '../http/revocations.ts';
import { startJobs } from '../jobs/worker.ts';
import { type Log, makeLog } from '../log.ts';
import { isEdge, modulesOf, type Part } from '../module.ts';
import { type Environment, misspelt, readSettings } from '../settings.ts';
import { startTelemetry } from '../telemetry.ts';
import type { Stage } from './health.ts';
import { openStores, type Stores } from './open-stores.ts';
import { probesOf } from './probes.ts';
import { type Common, noDoor, type Running, type Shared } from './process.ts';
import { processSettings, readAllSettings, settingsTable } from './settings.ts';
import { startEdge } from './start-edge.ts';
import { startModule } from './start-module.ts';

/** Runs modules in this process: their HTTP, their work, or both. Starts in table order, stops in reverse. */
export interface StartOptions {
  readonly modules: readonly Part[];
  /** All modules of the installation, whichever process runs them; those of this process when left out. */
  readonly peers?: readonly Part[];
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
  const { modules: parts, role, environment } = options;
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
    modulesOf(parts).length === 0
      ? undefined
      : await openStores(common, readSettings(processSettings, environment), name);
  try {
    if (role !== 'worker' && feed !== undefined) running.push(follow(feed, common));
    for (const part of parts) await start(part, options, common, stores, running);
    if (role !== 'http' && stores !== undefined) running.push(startProcessJobs(running, stores.shared));
    if (role !== 'worker') await feed?.begun(firstWordMs);
    stage = 'serving';
  } catch (error) {
    await stopAll(running, stores, stopping);
    throw error;
  }

  return {
    addresses: Object.fromEntries(
      running.flatMap(({ module, address }) => (address === undefined ? [] : [[module, address]])),
    ),
    stop: async () => {
      stage = 'stopping';
      // Whoever chooses among processes must have seen that this one is not ready before it stops answering.
      if (role !== 'worker') await new Promise((resolve) => setTimeout(resolve, settings.DRAIN_SECONDS * 1000));
      await stopAll(running, stores, stopping);
      await telemetry.stop();
    },
  };
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
  { role }: StartOptions,
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
