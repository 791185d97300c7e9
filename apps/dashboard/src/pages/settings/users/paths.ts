import type { Schemas } from '@wheelhouse/sdk';
import type { client } from '../../../api/client.ts';

export type User = Schemas['auth']['User'];

export const users = '/auth/api/v1/users';
export const oneUser = '/auth/api/v1/users/{id}';

/** The way in that an administrator is shown, once. */
export type ShownLink = Awaited<ReturnType<typeof client.post<'/auth/api/v1/users/{id}/invite-link'>>>['data'];
