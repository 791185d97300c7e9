import { base } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { Button, DownloadLink } from '../../../design/button.tsx';
import { useListSearch } from '../../../lists/use-list-search.ts';
import { needsScope } from '../../../scopes/scope-button.tsx';
import { filters } from './filters.ts';

/** The browser fetches it with the session's cookie. The other filters do not count: a trail with gaps proves nothing. */
export function Export() {
  const { search } = useListSearch(filters);
  const may = useMay('admin');
  const { created_after, created_before } = search;
  const period = new URLSearchParams();
  if (created_after !== undefined) period.set('created_after', created_after);
  if (created_before !== undefined) period.set('created_before', created_before);
  const words = period.size === 0 ? 'Export all as NDJSON' : 'Export this period as NDJSON';
  if (!may)
    return (
      <Button disabled title={needsScope('admin')}>
        {words}
      </Button>
    );
  const query = period.size === 0 ? '' : `?${period.toString()}`;
  return <DownloadLink href={`${base}/api/auth/api/v1/audit/export${query}`}>{words}</DownloadLink>;
}
