import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { type App, appPath, appsEveryMs, changingEveryMs } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { isRunning } from '../../design/app-words.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { AppContext } from './app-context.ts';
import { AppNotices } from './app-notices.tsx';
import { AppStateLine } from './app-state-line.tsx';
import { AppSteps } from './app-steps.tsx';
import { LacksDeploy } from './lacks-deploy.tsx';

const route = getRouteApi('/signed-in/apps/$appId');
const above = [{ label: 'Apps', link: { to: '/apps' } }] as const;

/** Whether it is about to be another. */
export const isChanging = (app: App | undefined): boolean =>
  app !== undefined && (app.state === 'deleting' || isRunning(app.phase));

/** How it is, what was deployed, what it says, and what it is made of. */
export function AppPage() {
  const { appId } = route.useParams();
  const query = useQuery({
    ...reading(appPath, { params: { id: appId } }),
    refetchInterval: ({ state }) => (isChanging(state.data) ? changingEveryMs : appsEveryMs),
  });
  return (
    <LoadedPage of={query} kind="app" above={above}>
      {(app) => <Known key={app.id} app={app} at={query.dataUpdatedAt} error={query.error} />}
    </LoadedPage>
  );
}

interface KnownProps {
  readonly app: App;
  /** When it was last read. */
  readonly at: number;
  readonly error: Error | null;
}

function Known({ app, at, error }: KnownProps) {
  const { byId } = useClusters();
  const cluster = byId.get(app.cluster_id);
  const params = { appId: app.id };
  return (
    <AppContext value={app}>
      <Page
        title={app.name}
        above={above}
        {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
        state={<AppStateLine app={app} cluster={cluster} at={at} isFailing={error !== null} />}
        actions={<AppSteps app={app} />}
      >
        <LacksDeploy />
        {error !== null && <ErrorNotice what="Could not refresh the app" error={error} />}
        <AppNotices app={app} />
        <Tabs
          label={`Sections of ${app.name}`}
          tabs={[
            { label: 'Overview', link: { to: '/apps/$appId', params } },
            { label: 'Deployments', link: { to: '/apps/$appId/deployments', params } },
            { label: 'Logs', link: { to: '/apps/$appId/logs', params } },
            { label: 'Settings', link: { to: '/apps/$appId/settings', params } },
          ]}
        />
        <Outlet />
      </Page>
    </AppContext>
  );
}
