import { useParams } from '@tanstack/react-router';
import { WindowNotices } from '../pages/windows/window-notices.tsx';
import css from '../kill-switch/banner.module.css';

/** On every page of a cluster, and of what is in it, while maintenance is on there. */
export function MaintenanceBanner() {
  const { clusterId } = useParams({ strict: false });
  if (clusterId === undefined) return null;
  return (
    <section aria-label="Maintenance" className={css['banner']}>
      <WindowNotices clusterId={clusterId} />
    </section>
  );
}
