import { setTimeout as wait } from 'node:timers/promises';
import { ModuleProcess, type ProcessLimits } from './module-process.ts';

const askEveryMs = 1_000;

/** The processes of every module; those that say they are ready take turns. */
export class ModuleProcesses {
  readonly limits: ProcessLimits;
  readonly #byModule: ReadonlyMap<string, readonly ModuleProcess[]>;
  #turn = 0;

  constructor(modules: readonly string[], addressesOf: (module: string) => readonly string[], limits: ProcessLimits) {
    this.limits = limits;
    this.#byModule = new Map(
      modules.map((module) => [module, addressesOf(module).map((address) => new ModuleProcess(address, limits))]),
    );
  }

  /** Never the one that has just failed, if there is another. */
  pick(module: string, failed?: ModuleProcess): ModuleProcess {
    const all = this.#byModule.get(module) ?? [];
    const [first] = all;
    if (first === undefined) throw new Error(`there is no module ${module}`);
    if (all.length === 1) return first;
    this.#turn += 1;
    let choice: ModuleProcess | undefined;
    for (let step = 0; step < all.length; step += 1) {
      const process = all[(this.#turn + step) % all.length];
      if (process === undefined || process === failed) continue;
      if (process.ready && !process.isFull) return process;
      if (choice === undefined || (process.ready && !choice.ready)) choice = process;
    }
    return choice ?? first;
  }

  hasAnother(module: string, failed: ModuleProcess | undefined): boolean {
    return (this.#byModule.get(module) ?? []).some((process) => process !== failed);
  }

  /** Where there is a choice, asks each whether it is ready, until the signal ends; none waits for another's answer. */
  async follow(signal: AbortSignal): Promise<void> {
    const several = [...this.#byModule.values()].filter((processes) => processes.length > 1).flat();
    await Promise.all(
      several.map(async (process) => {
        while (!signal.aborted) {
          await process.askWhetherReady();
          await wait(askEveryMs, undefined, { signal }).catch(() => undefined);
        }
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byModule.values()].flat().map(({ pool }) => pool.destroy()));
  }
}
