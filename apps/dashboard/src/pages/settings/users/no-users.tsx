import { Button } from '../../../design/button.tsx';
import { Empty } from '../../../design/empty.tsx';
import { useUserSearch } from './use-user-search.ts';

/** There is always one user: whoever looks. Nobody here means that the filters are too narrow. */
export function NoUsers() {
  const { set } = useUserSearch();
  return (
    <Empty
      title="No user matches these filters"
      action={
        <Button onClick={() => set({ q: undefined, state: undefined, role_id: undefined })}>Show all users</Button>
      }
    />
  );
}
