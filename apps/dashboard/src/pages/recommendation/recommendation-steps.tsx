import { useState } from 'react';
import { type Recommendation, recommendationPath, recommendationsPath } from '../../api/agents.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { ScopeButton, useLacks } from '../../scopes/scope-button.tsx';
import { usePageKeys } from '../../shell/use-page-keys.ts';
import { DismissDialog } from './dismiss-dialog.tsx';

/** Whether somebody will do it. */
export function RecommendationSteps({ recommendation }: { readonly recommendation: Recommendation }) {
  const { id, status } = recommendation;
  const [dismisses, setDismisses] = useState(false);
  const lacks = useLacks('actions');
  const accept = useChange(() => client.post(`${recommendationPath}/accept`, { params: { id } }), {
    outdates: [recommendationsPath, recommendationPath],
    done: () => say('Accepted'),
  });
  const mayAccept = status === 'open';
  const mayDismiss = status === 'open' || status === 'accepted';
  usePageKeys({
    a: mayAccept && !lacks && !accept.isPending ? () => accept.mutate() : undefined,
    d: mayDismiss && !lacks ? () => setDismisses(true) : undefined,
  });
  return (
    <>
      {mayAccept && (
        <ScopeButton
          scope="actions"
          look="primary"
          title="Say that you will do it (key a)"
          aria-keyshortcuts="a"
          busy={accept.isPending}
          onClick={() => accept.mutate()}
        >
          Accept
        </ScopeButton>
      )}
      {mayDismiss && (
        <ScopeButton
          scope="actions"
          title="Say why it is not done (key d)"
          aria-keyshortcuts="d"
          onClick={() => setDismisses(true)}
        >
          Dismiss…
        </ScopeButton>
      )}
      {accept.error !== null && <ErrorNotice what="It was not accepted" error={accept.error} />}
      {dismisses && <DismissDialog recommendation={recommendation} onClose={() => setDismisses(false)} />}
    </>
  );
}
