import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activeWindows } from '../../api/incidents.ts';
import { windowTone } from '../../design/incident-words.ts';
import { Status } from '../../design/status.tsx';

/** On the list of incidents: that some would not be opened now. */
export function WindowsOn() {
  const { data } = useInfiniteQuery(activeWindows(undefined));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Status tone={windowTone.active}>
      <Link to="/incidents/windows" search={{ state: 'active' }}>
        {total === 1 ? '1 maintenance window is on' : `${total} maintenance windows are on`}
      </Link>
    </Status>
  );
}
