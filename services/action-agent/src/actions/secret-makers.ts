import type { Proposer } from '@wheelhouse/contracts';
import { type ModuleContext, type Principal, refuse } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** The users who made a secret of a service account, by its id: whoever holds one acts as that account. */
export type SecretMakers = ReadonlyMap<string, readonly string[]>;

const told = Type.Object({
  makers: Type.Array(Type.Object({ service_account_id: Type.String(), user_id: Type.String() })),
});

/** Of the service accounts among who approves and who proposed. */
export async function secretMakers(
  { call, peers }: Pick<ModuleContext, 'call' | 'peers'>,
  tenantId: string,
  approver: Principal,
  proposer: Proposer | null,
): Promise<SecretMakers> {
  const accounts = [
    ...(approver.kind === 'service' ? [approver.id] : []),
    ...(proposer?.type === 'service_account' ? [proposer.id] : []),
  ];
  // Without auth there are none; so it is where this module is tested alone.
  if (accounts.length === 0 || !peers.includes('auth')) return new Map();
  const path = `/internal/v1/secret-makers?service_account_ids=${accounts.join(',')}`;
  const { status, body } = await call('auth', { path, tenantId }).catch(() => ({ status: 503, body: undefined }));
  if (status !== 200 || !Value.Check(told, body))
    return refuse('unavailable', {
      message: 'Auth did not say who made the secrets of the service account. Try again in a moment.',
    });
  const byAccount = Map.groupBy(body.makers, ({ service_account_id: id }) => id.toLowerCase());
  return new Map([...byAccount].map(([id, makers]) => [id, makers.map(({ user_id: user }) => user.toLowerCase())]));
}
