import { pause } from './leases.ts';
import type { ModuleContext, ModuleWorker } from './module.ts';

const againAfterMs = 1_000;

/** Ends when the signal does. */
export async function startWorker(
  { name, run }: ModuleWorker,
  context: ModuleContext,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await run(context, worker, signal).catch((error: unknown) => {
      if (!signal.aborted) context.log.error({ err: error, worker: name }, 'a worker failed and will be restarted');
    });
    await pause(againAfterMs, signal);
  }
}
