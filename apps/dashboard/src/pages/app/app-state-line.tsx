import { Link } from '@tanstack/react-router';
import type { App } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import { appState } from '../../design/app-words.ts';
import { CloudspaceChip, ClusterChip } from '../../design/chip.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { Status } from '../../design/status.tsx';

interface AppStateLineProps {
  readonly app: App;
  readonly cluster: Cluster | undefined;
  /** When it was last read. */
  readonly at: number;
  readonly isFailing: boolean;
}

/** The one line under the app's name. */
export function AppStateLine({ app, cluster, at, isFailing }: AppStateLineProps) {
  const { word, tone } = appState(app);
  const { id, current_revision: current, revision, replicas, ready_replicas } = app;
  return (
    <>
      <Status tone={tone}>{word}</Status>
      <span>
        {current === null ? 'nothing runs yet' : 'runs '}
        {current !== null && <RevisionLink appId={id} revision={current} />}
        {current !== revision && (
          <>
            , the newest is <RevisionLink appId={id} revision={revision} />
          </>
        )}
      </span>
      <span>
        <span className="number">
          {ready_replicas}/{replicas}
        </span>{' '}
        ready
      </span>
      <CloudspaceChip id={app.cloudspace_id} name={app.cloudspace_name} />
      {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
      <Refreshed at={at} isFailing={isFailing} onlyStale />
    </>
  );
}

interface RevisionLinkProps {
  readonly appId: string;
  readonly revision: number;
}

export function RevisionLink({ appId, revision }: RevisionLinkProps) {
  return (
    <Link to="/apps/$appId/deployments/$revision" params={{ appId, revision: String(revision) }}>
      revision {revision}
    </Link>
  );
}
