import { ensurePartitions } from '../db/partitions.ts';
import { startConsumer } from '../events/consumer.ts';
import type { Replay } from '../events/consumer-spec.ts';
import { messageOutbox, type OutgoingEvent, outbox, replayEvents } from '../events/outbox.ts';
import { startRelay } from '../events/relay.ts';
import { deletedTenantsConsumer } from '../housekeeping/deleted-tenants.ts';
import { readFigures } from '../housekeeping/figures.ts';
import { startHousekeeping } from '../housekeeping/start.ts';
import { tokenVerifier } from '../http/access-token.ts';
import { buildApp } from '../http/app.ts';
import { cursors } from '../http/cursor.ts';
import { deadLetterRoutes } from '../http/dead-letters.ts';
import type { CallModule } from '../http/module-call.ts';
import { replayRoute } from '../http/replay-route.ts';
import { makeIds } from '../ids.ts';
import { enqueuer } from '../jobs/enqueue.ts';
import type { JobSpec } from '../jobs/spec.ts';
import { startMessages } from '../messages/consume.ts';
import { type Module, type ModuleContext, modulesOf, schemaOf } from '../module.ts';
import { readSettings } from '../settings.ts';
import { startTask } from '../tasks.ts';
import { startWorker } from '../workers.ts';
import { hostOf, portOf } from './places.ts';
import { addHealthRoutes } from './health.ts';
import type { Probe } from './probe.ts';
import { noDoor, type Running, type Shared } from './process.ts';
import type { Role } from './roles.ts';

/** One module's HTTP, its work, or both. */
export async function startModule(
  module: Module,
  role: Role,
  shared: Shared,
  probes: Readonly<Record<string, Probe>>,
): Promise<Running> {
  const { settings, environment, version, database, clock, signal, secrets, revocations, stage } = shared;
  const schema = schemaOf(module.name);
  const log = shared.log.child({ module: module.name });
  const makeId = makeIds(clock);
  const work: Promise<void>[] = [];
  const context: ModuleContext = {
    module: module.name,
    schema,
    aboveTenants: Object.keys(module.aboveTenants ?? {}),
    version,
    settings: readSettings(module.settings, environment),
    database,
    clock,
    makeId,
    log,
    cursors: cursors(secrets),
    emit: outbox(schema, makeId, clock),
    emitMessage: messageOutbox(schema, makeId, clock),
    enqueue: enqueuer(module.name),
    secrets: settings.SECRETS_KEYS,
    accessSecrets: secrets,
    call: shared.callAs(module.name),
    background: (run) => work.push(run(signal)),
    peers: modulesOf(shared.peers).map(({ name }) => name),
  };
  // The module may have been off for longer than partitions were made ahead.
  await database
    .system((db) => ensurePartitions(db, schema, clock.now()))
    .catch((error: unknown) => log.warn({ err: error }, 'partitions could not be created ahead of time'));
  const begin = () => {
    if (role !== 'http') work.push(...startWork(context));
  };
  const jobs = (module.jobs ?? []).map((job): JobSpec => ({ ...job, handle: (given) => job.handle(context, given) }));
  const own = ownProbes(module);
  if (role === 'worker') return { ...noDoor, module: module.name, jobs, probes: own, work, begin };

  const replay = replayRoute((type, after, most) =>
    database.system((db) => replayEvents(db, schema, type, after, most)),
  );
  const app = buildApp({
    module: module.name,
    schema,
    publicPrefix: `/api${module.prefix}`,
    version,
    routes: [...module.routes(context), ...deadLetterRoutes(module, context), replay],
    webhooks: module.webhooks,
    database,
    verifyToken: tokenVerifier(secrets, module.name, clock, revocations),
    clock,
    log,
    checkAnswers: settings.CHECK_ANSWERS,
    emit: context.emit,
    revocations,
    trustedProxies: settings.TRUSTED_GATEWAYS,
  });
  const all = { ...probes, ...own };
  addHealthRoutes(
    app,
    () => all,
    stage,
    () => readFigures(module.name, schema, database, clock),
  );
  // A connection used while we stop is not used again, and an idle one is let go by the gateway before we close it.
  app.addHook('onSend', async (_request, reply) => {
    if (stage() === 'stopping') reply.header('connection', 'close');
  });
  const address = await app.listen({ host: hostOf(module, shared), port: portOf(module, shared) });
  log.info({ address }, 'listening');
  return {
    module: module.name,
    jobs,
    address,
    probes: own,
    work,
    begin,
    close: () => app.close(),
  };

  function startWork(given: ModuleContext): readonly Promise<void>[] {
    const { broker, worker } = shared;
    const common = { module: module.name, schema, database, broker, log, clock, signal };
    const relay = startRelay({ ...common, worker, pollMs: 200 });
    const replayFrom = remoteReplay(given.call);
    const { onTenantDeleted } = module;
    const forgets = typeof onTenantDeleted === 'function' && given.peers.includes('auth');
    const declared = module.consumers?.(given) ?? [];
    const consumers = [...declared, ...(forgets ? [deletedTenantsConsumer(schema, clock)] : [])].map((spec) =>
      startConsumer({ ...common, spec, replay: replayFrom }),
    );
    const forget = async (tenantId: string, ending: AbortSignal) =>
      typeof onTenantDeleted === 'function' ? onTenantDeleted(given, tenantId, ending) : true;
    const messages = startMessages({ ...common, consumers: module.messages?.(given) ?? [], call: given.call });
    const tasks = (module.tasks ?? []).map((task) => startTask(task, given, worker, signal));
    const workers = (module.workers ?? []).map((one) => startWorker(one, given, worker, signal));
    return [
      relay,
      startHousekeeping({ ...common, worker, call: given.call, onTenantDeleted: forget }),
      ...consumers,
      messages,
      ...tasks,
      ...workers,
    ];
  }
}

function ownProbes({ probes }: Module): Readonly<Record<string, Probe>> {
  const entries = Object.entries(probes?.() ?? {});
  return Object.fromEntries(entries.map(([name, ask]) => [name, { ask: async () => ask(), optional: true }]));
}

/** Asks the source module itself for what was missed. */
function remoteReplay(call: CallModule): Replay {
  return async (source, type, after) => {
    const path = `/internal/v1/events?type=${encodeURIComponent(type)}&after=${after}`;
    const { status, body } = await call(source, { path });
    if (status !== 200) throw new Error(`${source} returned ${status} for a replay`);
    return body as { events: readonly OutgoingEvent[]; oldest: number | null };
  };
}
