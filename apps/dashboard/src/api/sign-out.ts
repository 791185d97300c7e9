import { focusManager } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';

/** Nothing is asked while the session ends: it would be refused, and the page would offer to sign in again. */
export async function signOut(): Promise<void> {
  focusManager.setFocused(false);
  try {
    await queryClient.cancelQueries();
    await client.delete('/auth/api/v1/session');
  } catch (error) {
    focusManager.setFocused(undefined);
    throw error;
  }
}
