import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../design/empty.tsx';

/** Good news, and what would be here otherwise. */
export function NoIncidents() {
  const admin = useMay('admin');
  return (
    <Empty title="Nothing is wrong">
      <p>
        What opens an incident: a critical or warning issue of a cluster that Wheelhouse watches, a cluster that cannot
        be reached, an alert of Alertmanager or of a program of yours, and somebody who declares one. All that is wrong
        with one object is one incident; when nothing of it fires any more, it resolves by itself.
      </p>
      <p>
        To have alerts of yours open incidents,{' '}
        {admin ? (
          <>
            create a signal token under <Link to="/settings/signals">Settings, Signals</Link>.
          </>
        ) : (
          'ask an administrator for a signal token.'
        )}
      </p>
    </Empty>
  );
}
