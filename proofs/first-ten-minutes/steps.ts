/** What was done, one step after the other, and how long each took. */
export interface Steps {
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The same for what takes no time: it is begun however late it is. */
  readonly last: Steps['step'];
  readonly held: () => number;
  readonly count: () => number;
}

class Untrue extends Error {}

/** Throws where what a person would see is not there. */
export function mustBe(holds: boolean, otherwise: string): void {
  if (!holds) throw new Untrue(otherwise);
}

/** The last step could not be ended in the time there is. */
export class TooLate extends Error {}

export function newSteps(say: (text: string) => void, beginWithinMs: number): Steps {
  let [held, count] = [0, 0];
  const start = performance.now();
  const last: Steps['step'] = async (name, work) => {
    count += 1;
    const began = performance.now();
    const made = await work();
    held += 1;
    say(`${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s  ${name}`);
    return made;
  };
  return {
    held: () => held,
    count: () => count,
    last,
    step: (name, work) => {
      if (performance.now() - start > beginWithinMs) throw new TooLate(`no time is left for "${name}"`);
      return last(name, work);
    },
  };
}
