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

  pick(module: string): ModuleProcess {
    const process = this.another(module, []);
    if (process === undefined) throw new Error(`there is no module ${module}`);
    return process;
  }

  /** The best of those that were not asked yet; none when all were. */
  another(module: string, asked: readonly ModuleProcess[]): ModuleProcess | undefined {
    const all = this.#byModule.get(module) ?? [];
    this.#turn += 1;
    let best: ModuleProcess | undefined;
    for (let step = 0; step < all.length; step += 1) {
      const process = all[(this.#turn + step) % all.length];
      if (process === undefined || asked.includes(process)) continue;
      if (process.rank === 0) return process;
      if (best === undefined || process.rank < best.rank) best = process;
    }
    return best;
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
