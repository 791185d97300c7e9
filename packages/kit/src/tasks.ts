import { holdLease, pause } from './leases.ts';
import type { ModuleContext, ModuleTask } from './module.ts';

const leaseSeconds = 15;

/** Ends when the signal does. */
export function startTask(
  task: ModuleTask,
  context: ModuleContext,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  return holdLease({
    database: context.database,
    schema: context.schema,
    target: `task ${task.name}`,
    worker,
    seconds: leaseSeconds,
    log: context.log,
    signal,
    work: async (lease, held) => {
      while (!held.aborted) {
        await task
          .run(context, lease, held)
          .catch((error: unknown) => context.log.warn({ err: error, task: task.name }, 'a task failed'));
        await pause(task.everyMs, held);
      }
    },
  });
}
