import { stateMachine } from '@wheelhouse/kit';

export const userStates = ['invited', 'active', 'suspended'] as const;
export type UserState = (typeof userStates)[number];

/** An invited one has nothing to suspend: they are deleted, and their link with them. */
export const userMachine = stateMachine('user', {
  join: { from: ['invited'], to: 'active' },
  suspend: { from: ['active'], to: 'suspended' },
  activate: { from: ['suspended'], to: 'active' },
});
