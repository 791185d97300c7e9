import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The list's filters, as the address holds them. */
export function useAuditSearch() {
  const search = useSearch({ from: '/house/settings/audit' });
  const navigate = useNavigate({ from: '/settings/audit' });
  const set = useCallback(
    (part: typeof search) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const clear = useCallback(() => void navigate({ search: {} }), [navigate]);
  return { search, set, clear };
}
