import { refuse } from './http/refusal.ts';

/** What can be done to a thing, the states it can be done in, and the state it leads to. */
export type Steps<State extends string> = Readonly<
  Record<string, { readonly from: readonly State[]; readonly to: State }>
>;

export interface StateMachine<State extends string, Step extends string> {
  readonly steps: Readonly<Record<Step, { readonly from: readonly State[]; readonly to: State }>>;
  /** The state after a step; refuses one that cannot be taken (409 invalid_state) and names those that can. */
  readonly next: (state: State, step: Step) => State;
}

/** Every step a thing can take, in one place. `thing` is what messages call it: a `user`. */
export function stateMachine<const All extends Steps<string>>(
  thing: string,
  steps: All,
): StateMachine<All[keyof All]['from'][number] | All[keyof All]['to'], keyof All & string> {
  const all: Steps<string> = steps;
  return {
    steps,
    next: (state, step) => {
      const { from = [], to = '' } = all[step] ?? {};
      if (from.includes(state)) return to;
      const possible = Object.keys(all).filter((name) => all[name]?.from.includes(state));
      return refuse('invalid_state', {
        message: `The ${thing} is ${state}: cannot ${step}. Possible now: ${possible.length === 0 ? 'nothing' : possible.join(', ')}.`,
      });
    },
  };
}
