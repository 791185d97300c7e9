import { type CallModule, refuse } from '@wheelhouse/kit';

/** Refuses somebody whom the tenant does not have. */
export async function mustBeUser(call: CallModule, tenantId: string, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const { status } = await call('auth', { path: `/api/v1/users/${id}`, tenantId });
  if (status === 200) return;
  if (status !== 404) throw new Error(`auth returned ${status} when asked for a user`);
  refuse('validation_failed', {
    message: 'There is no such user.',
    details: [{ field: 'assignee_id', code: 'unknown', message: 'is not the id of a user' }],
  });
}
