import { isGuardName } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';
import { refuseBy } from '../guards/admit.ts';
import type { Plan } from '../plans/plan-schema.ts';

/** What its plan says cannot be done is not begun. */
export function refuseByPlan({ code, message }: NonNullable<Plan['refused']>): never {
  if (isGuardName(code)) return refuseBy({ guard: code, message });
  return refuse(code === 'pdb_violation' ? 'pdb_violation' : 'invalid_state', { message });
}
