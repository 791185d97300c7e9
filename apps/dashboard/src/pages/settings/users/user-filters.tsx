import { useCallback } from 'react';
import { ChoiceFilter, Filters, TextFilter } from '../../../design/filters.tsx';
import { choicesOf, useRoles } from '../roles/use-roles.ts';
import { useUserSearch } from './use-user-search.ts';

export function UserFilters() {
  const { search, set } = useUserSearch();
  const { roles } = useRoles();
  const setText = useCallback((q: string | undefined) => set({ q }), [set]);
  return (
    <Filters>
      <TextFilter label="Name or email" value={search.q} onChange={setText} />
      <ChoiceFilter
        label="State"
        value={search.state}
        choices={['invited', 'active', 'suspended']}
        onChange={(state) => set({ state })}
      />
      <ChoiceFilter
        label="Role"
        value={search.role_id}
        choices={choicesOf(roles)}
        onChange={(role_id) => set({ role_id })}
      />
    </Filters>
  );
}
