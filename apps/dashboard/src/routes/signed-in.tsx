import { createRoute, redirect } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { Shell } from '../shell/shell.tsx';
import { root } from './root.tsx';

/** Everything that needs somebody signed in; who is not comes back to the same address afterwards. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      if (session.needs_totp_setup === true && location.pathname !== '/settings/profile')
        throw redirect({ to: '/settings/profile' });
    } catch (error) {
      if (isApiError(error) && error.status === 401)
        throw redirect({ to: '/login', search: { return_to: location.href } });
      throw error;
    }
  },
});
