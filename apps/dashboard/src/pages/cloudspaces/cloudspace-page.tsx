import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { appsEveryMs, changingEveryMs, type Cloudspace, cloudspacePath } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { reading } from '../../api/reading.ts';
import { cloudspaceTone } from '../../design/app-words.ts';
import { ButtonLink } from '../../design/button.tsx';
import { ClusterChip } from '../../design/chip.tsx';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { Status } from '../../design/status.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { LacksDeploy } from '../app/lacks-deploy.tsx';
import { AppsPart } from './apps-part.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CloudspaceFacts } from './cloudspace-facts.tsx';
import { CloudspaceNotice } from './cloudspace-notice.tsx';
import { DeleteCloudspace } from './delete-cloudspace.tsx';
import { RegistriesPart } from './registries-part.tsx';

const route = getRouteApi('/signed-in/cloudspaces/$cloudspaceId');
const above = [{ label: 'CloudSpaces', link: { to: '/cloudspaces' } }] as const;

const lasts = (phase: Cloudspace['phase'] | undefined) =>
  phase === undefined || phase === 'Ready' || phase === 'Failed';

/** Its quota and who uses it, the apps in it, and its walls. */
export function CloudspacePage() {
  const { cloudspaceId } = route.useParams();
  const query = useQuery({
    ...reading(cloudspacePath, { params: { id: cloudspaceId } }),
    refetchInterval: ({ state }) => (lasts(state.data?.phase) ? appsEveryMs : changingEveryMs),
  });
  return (
    <LoadedPage of={query} kind="CloudSpace" above={above}>
      {(cloudspace) => (
        <Known key={cloudspace.id} cloudspace={cloudspace} at={query.dataUpdatedAt} error={query.error} />
      )}
    </LoadedPage>
  );
}

interface KnownProps {
  readonly cloudspace: Cloudspace;
  /** When it was last read. */
  readonly at: number;
  readonly error: Error | null;
}

function Known({ cloudspace, at, error }: KnownProps) {
  const { id, name, phase, namespace, cluster_id } = cloudspace;
  const { byId } = useClusters();
  const cluster = byId.get(cluster_id);
  const [changing, setChanging] = useState(false);
  return (
    <Page
      title={name}
      above={above}
      {...(cluster !== undefined && { mark: <ClusterMark id={cluster.id} name={cluster.name} /> })}
      state={
        <>
          <Status tone={cloudspaceTone[phase]}>{phase}</Status>
          <span>
            namespace <code className="name">{namespace}</code>
          </span>
          {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
          <Refreshed at={at} isFailing={error !== null} onlyStale />
        </>
      }
      actions={
        <>
          <ButtonLink to="/apps/new" search={{ cloudspace_id: id }} look="primary">
            Deploy an app
          </ButtonLink>
          <ScopeButton scope="deploy" disabled={phase === 'Deleting'} onClick={() => setChanging(true)}>
            Change…
          </ScopeButton>
        </>
      }
    >
      <LacksDeploy />
      {error !== null && <ErrorNotice what="Could not refresh the CloudSpace" error={error} />}
      <CloudspaceNotice cloudspace={cloudspace} />
      <AppsPart cloudspace={cloudspace} />
      <RegistriesPart cloudspace={cloudspace} />
      <CloudspaceFacts cloudspace={cloudspace} />
      <DeleteCloudspace cloudspace={cloudspace} />
      {changing && <ChangeDialog cloudspace={cloudspace} onClose={() => setChanging(false)} />}
    </Page>
  );
}
