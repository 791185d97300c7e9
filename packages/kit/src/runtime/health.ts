import fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { registry } from '../metrics.ts';
import type { Probe, Stage } from './probe.ts';
import { readinessOf } from './readiness.ts';

/** /healthz says the process lives; /readyz says whether to send it requests, and names what is missing. */
export function addHealthRoutes(
  app: FastifyInstance,
  probes: () => Readonly<Record<string, Probe>>,
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
    const readiness = await readinessOf(probes(), stage());
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
}

export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly probes: () => Readonly<Record<string, Probe>>;
  readonly stage: () => Stage;
  readonly readFigures: () => Promise<void>;
}

/** A port of its own for these: every process has one, whatever it runs, and from its first moment on. */
export async function openAdmin(options: AdminOptions): Promise<{
  readonly address: string;
  readonly close: () => Promise<void>;
}> {
  const { host, port, log, probes, stage, readFigures } = options;
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    pluginTimeout: 0,
  });
  addHealthRoutes(app, probes, stage, readFigures);
  try {
    return { address: await app.listen({ host, port }), close: () => app.close() };
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    throw new Error(`port ${port} is taken. Next step: set ADMIN_PORT to a free one, or stop what listens there`, {
      cause: error,
    });
  }
}
