import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { base } from '../../api/client.ts';
import { returnPath } from './return-to.ts';

/** Goes on to where somebody was going. What was read before is somebody else's, or nobody's. */
export function useGoOn(returnTo: string | undefined): () => void {
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(() => {
    queries.clear();
    // In place of the entrance: the way back leads to what was before it.
    router.history.replace(base + returnPath(returnTo));
  }, [router, queries, returnTo]);
}
