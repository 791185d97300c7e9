import { refuse } from '@wheelhouse/kit';

export const userStates = ['invited', 'active', 'suspended'] as const;
export type UserState = (typeof userStates)[number];

/** Every step a user can take. An invited one has nothing to suspend: they are deleted, and their link with them. */
export const userSteps = {
  join: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  activate: { from: ['suspended'], to: 'active' },
} as const satisfies Readonly<Record<string, { from: readonly UserState[]; to: UserState }>>;
export type UserStep = keyof typeof userSteps;

export function nextUserState(state: UserState, step: UserStep): UserState {
  const { from, to } = userSteps[step];
  if (!(from as readonly UserState[]).includes(state))
    refuse('invalid_state', {
      message: `the user is ${state} and cannot become ${to} by ${step}; that takes one who is ${from.join(' or ')}`,
    });
  return to;
}
