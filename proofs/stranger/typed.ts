import type { Running, Terminals } from '../first-ten-minutes/terminal.ts';

/** What the stranger types, one line after the other, each with its seconds. */
export interface Typed {
  /** Until it has ended well. */
  readonly type: (line: string) => Promise<string>;
  /** Goes on while it runs; `done` is said when what it is for is there. */
  readonly start: (line: string) => Running & { readonly done: () => void };
  readonly count: () => number;
}

export function typedInto(terminals: Terminals, say: (text: string) => void): Typed {
  let count = 0;
  const begin = (line: string) => {
    count += 1;
    const began = performance.now();
    return () => say(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  $ ${line}`);
  };
  return {
    count: () => count,
    type: async (line) => {
      const done = begin(line);
      const said = await terminals.run(line);
      done();
      return said;
    },
    start: (line) => {
      const done = begin(line);
      return { ...terminals.start(line), done };
    },
  };
}
