import { stateMachine } from '@wheelhouse/kit';

export const tenantStates = ['active', 'suspended', 'deleting'] as const;
export type TenantState = (typeof tenantStates)[number];

/** A restored one is active again, whatever it was before. */
export const tenantMachine = stateMachine('tenant', {
  suspend: { from: ['active'], to: 'suspended' },
  activate: { from: ['suspended'], to: 'active' },
  delete: { from: ['active', 'suspended'], to: 'deleting' },
  restore: { from: ['deleting'], to: 'active' },
});
export type TenantStep = keyof typeof tenantMachine.steps;
