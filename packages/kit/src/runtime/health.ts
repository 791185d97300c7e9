import fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { registry } from '../metrics.ts';

export interface Probe {
  /** Answers what stands in the way, or undefined. */
  readonly ask: () => Promise<string | undefined>;
  /** Without it the process can still serve requests; it is named all the same. */
  readonly optional?: boolean;
}

/** Where a process is in its life. One that starts or stops answers, but is sent nothing by whoever has a choice. */
export type Stage = 'starting' | 'serving' | 'stopping';

/** /healthz says the process lives; /readyz says whether to send it requests, and names what is missing. */
export function addHealthRoutes(
  app: FastifyInstance,
  probes: Readonly<Record<string, Probe>>,
  stage: () => Stage,
  /** Brings figures up to date that stand in the database. Without them the others are told all the same. */
  readFigures: () => Promise<void>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/metrics', async (request, reply) => {
    await readFigures().catch((error: unknown) =>
      request.log.warn({ err: error }, 'metrics could not be read from the database'),
    );
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.get('/readyz', async (_request, reply) => {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => {
        const trouble = await probe
          .ask()
          .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        return { name, state: trouble ?? 'ok', hinders: trouble !== undefined && probe.optional !== true };
      }),
    );
    const dependencies = Object.fromEntries(entries.map(({ name, state }) => [name, state]));
    const now = stage();
    const hindered = entries.some(({ hinders }) => hinders);
    const status = now === 'serving' ? (hindered ? 'not_ready' : 'ready') : now;
    return reply.code(status === 'ready' ? 200 : 503).send({ status, dependencies });
  });
}

export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly stage: () => Stage;
}

/** A port of its own for these, where the other is open to the world. */
export async function openAdmin({ host, port, log, probes, stage }: AdminOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  addHealthRoutes(app, probes, stage, async () => undefined);
  await app.listen({ host, port });
  return app;
}
