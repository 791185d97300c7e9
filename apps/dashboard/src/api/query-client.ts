import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '@wheelhouse/sdk';
import { signedOut } from './signed-out.ts';

/** Whatever call finds the session gone says so; the shell then asks to sign in and comes back here. */
const onError = (error: unknown) => {
  if (isApiError(error, 'unauthenticated', 'token_expired', 'token_revoked')) signedOut.tell();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The client repeats what may be repeated.
      retry: false,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      throwOnError: false,
    },
    // An answer may hold a secret that is shown once: nothing keeps it but the component that shows it.
    mutations: { retry: false, gcTime: 0 },
  },
});
