/**
 * An effect is what outlives the process: a commit that changed something, a message published or
 * settled, an answer to a change. All of them pass through here, by name, so that the crash proofs can
 * end the process before and after each. Reads and polls that find nothing are none: a death there is
 * a death before the next effect.
 */
export type EffectObserver = (moment: 'before' | 'after', effect: string) => Promise<void>;

let observer: EffectObserver | undefined;

/** For the proofs, before the process is started. */
export function watchEffects(given: EffectObserver): void {
  observer = given;
}

export function effectsAreWatched(): boolean {
  return observer !== undefined;
}

/** Costs one comparison while nobody watches. A name that comes out undefined says that there is no effect. */
export function effect<T>(name: () => string | undefined, work: () => Promise<T>): Promise<T> {
  return observer === undefined ? work() : observed(name(), work);
}

async function observed<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  if (name === undefined) return work();
  await tell('before', name);
  const result = await work();
  await tell('after', name);
  return result;
}

/** For effects that begin and end in different places. */
export async function tell(moment: 'before' | 'after', name: string): Promise<void> {
  await observer?.(moment, name);
}

const writes = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]\w*\.\w+)/g;

/** A commit is named by what the statements that met rows change; undefined if they only read. */
export function commitOf(statements: readonly string[]): string | undefined {
  const changes = statements.flatMap((sql) =>
    [...sql.matchAll(writes)].map(([, verb = '', table = '']) => `${verb.split(' ')[0]?.toLowerCase()} ${table}`),
  );
  return changes.length === 0 ? undefined : `commit ${[...new Set(changes)].join(', ')}`;
}
