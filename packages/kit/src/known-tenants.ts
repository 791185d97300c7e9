import type { CallModule } from './http/module-call.ts';

export interface KnownTenants {
  readonly operator_id: string | null;
  readonly known: readonly string[];
}

/** As many as auth takes at once. */
export const mostAsked = 100;

/** Which of these tenants there are, whatever their state: only auth knows. Throws while it does not answer. */
export async function knownTenants(
  call: CallModule,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<KnownTenants> {
  const { status, body } = await call('auth', { path: `/internal/v1/tenants?ids=${ids.join(',')}`, signal });
  if (status !== 200) throw new Error(`auth returned ${status} when asked for the known tenants`);
  return body as KnownTenants;
}
