import { type Case, cases } from './cases.ts';
import { type Fault, faults, type Phase, phases } from './words.ts';

const notPulled = 'nothing is pulled or run before RollingOut';
const onlyGoes = 'a pod that never ran goes as any other does';

/** What cannot happen, and why. */
const impossible: Readonly<Record<Phase, Partial<Readonly<Record<Fault, string>>>>> = {
  Queued: {
    'image missing': notPulled,
    'image that crashes': notPulled,
    'never ready': notPulled,
    'answers 500': notPulled,
  },
  Syncing: {
    'image missing': notPulled,
    'image that crashes': notPulled,
    'never ready': notPulled,
    'answers 500': notPulled,
  },
  RollingOut: {},
  Verifying: { 'image missing': 'it begins when every pod runs, and a node keeps the image that it runs' },
  Deleting: {
    'image missing': onlyGoes,
    'image that crashes': onlyGoes,
    'never ready': onlyGoes,
    'answers 500': 'nobody is asked any more',
    'quota full': 'a quota refuses what is made, and nothing is',
    'no node fits': 'nothing is scheduled',
  },
};

export interface Cell {
  readonly phase: Phase;
  readonly fault: Fault;
  readonly plays: readonly Case[];
  /** Undefined: it can happen, and is played. */
  readonly whyNot: string | undefined;
}

export function table(): readonly Cell[] {
  return phases.flatMap((phase) =>
    faults.map((fault): Cell => {
      const plays = cases.filter((one) => one.phase === phase && one.fault === fault);
      return { phase, fault, plays, whyNot: impossible[phase][fault] };
    }),
  );
}

/** Neither played nor impossible, or both. */
export function holesIn(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ plays, whyNot }) => (plays.length === 0) === (whyNot === undefined));
}
