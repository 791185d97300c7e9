import type { CallModule } from '@wheelhouse/kit';

/** Another module is asked for one tenant, and given so long to answer. */
export interface Asking {
  readonly call: CallModule;
  readonly tenantId: string;
  readonly timeoutMs: number;
}

/** While there is time, and for people who wait. */
export const patientMs = 10_000;
/** At the deadline of an analysis, which asks several modules one after the other. */
export const hurriedMs = 2_000;
