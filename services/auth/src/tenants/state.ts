import { refuse } from '@wheelhouse/kit';

export const tenantStates = ['active', 'suspended', 'deleting'] as const;
export type TenantState = (typeof tenantStates)[number];

/** Every step a tenant can take. A restored one is active again, whatever it was before. */
export const tenantSteps = {
  suspend: { from: ['active'], to: 'suspended' },
  activate: { from: ['suspended'], to: 'active' },
  delete: { from: ['active', 'suspended'], to: 'deleting' },
  restore: { from: ['deleting'], to: 'active' },
} as const satisfies Readonly<Record<string, { from: readonly TenantState[]; to: TenantState }>>;
export type TenantStep = keyof typeof tenantSteps;

export function nextTenantState(state: TenantState, step: TenantStep): TenantState {
  const { from, to } = tenantSteps[step];
  if (!(from as readonly TenantState[]).includes(state))
    refuse('invalid_state', {
      message: `the tenant is ${state} and cannot become ${to} by ${step}; that takes one that is ${from.join(' or ')}`,
    });
  return to;
}
