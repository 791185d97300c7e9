import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type DeploymentInFull, deploymentPath } from '../api/apps.ts';
import { client } from '../api/client.ts';
import { Feed, type Followed } from './feed.ts';
import { pageFeed } from './page-feed.ts';

/** Follows one deployment to its end, and makes it the feed whose freshness the top bar shows. */
export function useDeployment(id: string, revision: number): Followed<DeploymentInFull> {
  const feed = useMemo(() => deploymentFeed(id, revision), [id, revision]);
  useEffect(() => pageFeed.set(feed), [feed]);
  return useSyncExternalStore(feed.listen, feed.shown);
}

function deploymentFeed(id: string, revision: number): Feed<DeploymentInFull> {
  return new Feed({
    open: (signal) => client.stream(`${deploymentPath}/stream`, { params: { id, revision }, signal, retries: 0 }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are the deployment, as its route says
    read: (data) => data as DeploymentInFull,
    lasts: { ended: 'end' },
  });
}
