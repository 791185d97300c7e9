import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activeWindows, type MaintenanceWindow } from '../../api/incidents.ts';
import { scopeWords } from '../../design/incident-words.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';

/** More would push the page away. */
const most = 3;

/** While maintenance is on in a cluster: what opens no incident meanwhile, and until when. */
export function WindowNotices({ clusterId }: { readonly clusterId: string }) {
  const { data } = useInfiniteQuery(activeWindows(clusterId));
  const first = data?.pages[0];
  if (first === undefined || first.total === 0) return null;
  const rest = first.total - most;
  return (
    <>
      {first.data.slice(0, most).map((window) => (
        <On key={window.id} window={window} />
      ))}
      {rest > 0 && (
        <p>
          <Link to="/incidents/windows" search={{ state: 'active', cluster_id: clusterId }}>
            {rest} more {rest === 1 ? 'maintenance window is' : 'maintenance windows are'} on here.
          </Link>
        </p>
      )}
    </>
  );
}

function On({ window }: { readonly window: MaintenanceWindow }) {
  const { name, ends_at, suppressed, reason, cluster_id } = window;
  return (
    <Notice
      tone="running"
      role="status"
      title={
        <>
          Maintenance: <span className="name">{name}</span>, ends <Time at={ends_at} />
        </>
      }
    >
      <p>
        Signals of <span className="name">{scopeWords(window)}</span> open no incident.{' '}
        {suppressed > 0 && `${suppressed} ${suppressed === 1 ? 'was' : 'were'} kept so far. `}
        <Link to="/incidents/windows" search={{ state: 'active', cluster_id }}>
          See the window
        </Link>
      </p>
      {reason !== '' && <p className="quiet name">{reason}</p>}
    </Notice>
  );
}
