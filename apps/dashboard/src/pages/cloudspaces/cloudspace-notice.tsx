import { type Cloudspace, cloudspacePath, cloudspacePaths } from '../../api/apps.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { cloudspaceTone } from '../../design/app-words.ts';
import { ErrorNotice, Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { Remaining } from '../action/remaining.tsx';
import { ScopeButton } from '../../scopes/scope-button.tsx';

/** What keeps it from being Ready, since when, and for how long at most. */
export function CloudspaceNotice({ cloudspace }: { readonly cloudspace: Cloudspace }) {
  const { id, name, phase, reason, message, phase_since, deadline_at } = cloudspace;
  const retry = useChange(() => client.post(`${cloudspacePath}/retry`, { params: { id }, body: {} }), {
    outdates: cloudspacePaths,
  });
  if (phase === 'Ready') return null;
  return (
    <>
      <Notice
        tone={cloudspaceTone[phase]}
        role="status"
        title={<span className="name">{message}</span>}
        {...(phase === 'Failed' && {
          actions: (
            <ScopeButton scope="deploy" look="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
              Retry
            </ScopeButton>
          ),
        })}
      >
        <p className="quiet">
          {phase} for <Time at={phase_since} as="for" />
          {deadline_at !== null && (
            <>
              , at most <Remaining to={deadline_at} words={(left) => left} now="no time" /> more; then it has failed
            </>
          )}
          . Reason <code>{reason}</code>
        </p>
      </Notice>
      {retry.error !== null && <ErrorNotice what={`${name} is not tried again`} error={retry.error} />}
    </>
  );
}
