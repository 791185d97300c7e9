import { Link } from '@tanstack/react-router';
import { type Cluster, useClusters } from '../api/clusters.ts';
import { type Engagement, type RunningAction, runningOn, useKillSwitch } from '../api/kill-switch.ts';
import { useMay, useMayEverywhere } from '../api/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { ask } from './asking.ts';
import css from './banner.module.css';
import { Since } from './since.tsx';

/** More would push the page away; each is on its cluster's page as well. */
const most = 3;

/** On every page while something is stopped: what, since when, by whom, and the way out. */
export function KillSwitchBanner() {
  const { data, engagements } = useKillSwitch();
  const { byId } = useClusters();
  if (data === undefined || engagements.length === 0) return null;
  const rest = engagements.length - most;
  return (
    <section aria-label="Kill switch" className={css['banner']}>
      {engagements.slice(0, most).map((engagement) => (
        <Engaged
          key={engagement.cluster_id}
          engagement={engagement}
          cluster={byId.get(engagement.cluster_id ?? '')}
          running={runningOn(data.still_running, engagement.cluster_id)}
        />
      ))}
      {rest > 0 && (
        <p>
          Actions are stopped on {rest} more <Link to="/clusters">{rest === 1 ? 'cluster' : 'clusters'}</Link>.
        </p>
      )}
    </section>
  );
}

interface EngagedProps {
  readonly engagement: Engagement;
  readonly cluster: Cluster | undefined;
  readonly running: readonly RunningAction[];
}

function Engaged({ engagement, cluster, running }: EngagedProps) {
  const { cluster_id } = engagement;
  const mayReleaseOne = useMay('admin');
  const mayReleaseAll = useMayEverywhere('admin');
  const mayRelease = cluster_id === null ? mayReleaseAll : mayReleaseOne;
  return (
    <Notice
      tone="attention"
      role="status"
      title={stoppedWords(engagement, cluster)}
      actions={
        mayRelease && (
          <Button onClick={() => ask({ to: 'release', clusterId: cluster_id ?? undefined })}>
            Release<span className="unseen"> the kill switch{cluster && ` of ${cluster.name}`}</span>
          </Button>
        )
      }
    >
      <p>
        <Since engagement={engagement} />{' '}
        {running.length > 0 && (
          <Link to="/actions" search={{ status: 'executing', cluster_id: cluster_id ?? undefined }}>
            {running.length === 1 ? '1 action still runs' : `${running.length} actions still run`}.
          </Link>
        )}{' '}
        {!mayRelease && 'Only an administrator can release it.'}
      </p>
    </Notice>
  );
}

function stoppedWords({ cluster_id }: Engagement, cluster: Cluster | undefined): string {
  return cluster_id === null ? 'All actions are stopped.' : `Actions on ${cluster?.name ?? 'a cluster'} are stopped.`;
}
