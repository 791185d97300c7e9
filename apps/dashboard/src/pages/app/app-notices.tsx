import type { App } from '../../api/apps.ts';
import { appPath, appPaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { Time } from '../../design/time.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';
import { RevisionLink } from './app-state-line.tsx';
import { By } from './by.tsx';
import { DeleteFailed } from './delete-failed.tsx';

/** What holds the app back, and who or what could let it go on. */
export function AppNotices({ app }: { readonly app: App }) {
  return (
    <>
      {app.state === 'delete_failed' && <DeleteFailed app={app} />}
      {app.state === 'deleting' && (
        <Notice tone="running" role="status" title={`${app.name} is being deleted.`}>
          <p>{app.state_message ?? 'It is gone when everything of it in the cluster is.'}</p>
        </Notice>
      )}
      {app.pinned !== null && <Pinned app={app} pin={app.pinned} />}
    </>
  );
}

interface PinnedProps {
  readonly app: App;
  readonly pin: NonNullable<App['pinned']>;
}

function Pinned({ app: { id, name }, pin: { revision, by, reason, at } }: PinnedProps) {
  const unpin = useChange(() => client.post(`${appPath}/unpin`, { params: { id }, body: {} }), {
    outdates: appPaths,
    done: () => say(`Unpinned ${name}: it can be deployed again`),
  });
  return (
    <>
      <Notice
        tone="waiting"
        title={
          <>
            Pinned to <RevisionLink appId={id} revision={revision} />: nothing else is deployed.
          </>
        }
        actions={
          <ScopeButton scope="deploy" busy={unpin.isPending} onClick={() => unpin.mutate()}>
            Unpin
          </ScopeButton>
        }
      >
        <p>
          Pinned by <By actor={by} /> <Time at={at} />,{' '}
          {reason === null ? 'without a reason.' : <span className="name">because: “{reason}”</span>}
        </p>
        <p>Unpin it once what was wrong is corrected. That deploys nothing by itself.</p>
      </Notice>
      {unpin.error !== null && <ErrorNotice what={`${name} was not unpinned`} error={unpin.error} />}
    </>
  );
}
