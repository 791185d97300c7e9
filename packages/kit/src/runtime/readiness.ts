import type { Probe, Stage } from './probe.ts';

/** What stands in the way of each part of a process. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready' | Exclude<Stage, 'serving'>;
  /** By name: `ok`, or what is wrong. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export async function readinessOf(probes: Readonly<Record<string, Probe>>, stage: Stage): Promise<Readiness> {
  const entries = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      const trouble = await probe
        .ask()
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      return { name, state: trouble ?? 'ok', hinders: trouble !== undefined && probe.optional !== true };
    }),
  );
  const isHindered = entries.some(({ hinders }) => hinders);
  return {
    status: stage === 'serving' ? (isHindered ? 'not_ready' : 'ready') : stage,
    dependencies: Object.fromEntries(entries.map(({ name, state }) => [name, state])),
  };
}
