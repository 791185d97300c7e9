import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The list's filters, as the address holds them. */
export function useUserSearch() {
  const search = useSearch({ from: '/house/settings/users' });
  const navigate = useNavigate({ from: '/settings/users' });
  const set = useCallback(
    (part: typeof search) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return { search, set };
}
