/** What was done, one step after the other, and how long each took. */
export interface Steps {
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly held: () => number;
  readonly count: () => number;
}

class Untrue extends Error {}

/** Throws where what a person would see is not there. */
export function mustBe(holds: boolean, otherwise: string): void {
  if (!holds) throw new Untrue(otherwise);
}

export function newSteps(say: (text: string) => void): Steps {
  let [held, count] = [0, 0];
  return {
    held: () => held,
    count: () => count,
    step: async (name, work) => {
      count += 1;
      const began = performance.now();
      const made = await work();
      held += 1;
      say(`${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s  ${name}`);
      return made;
    },
  };
}
