import type { ReactNode } from 'react';
import type { Deployment } from '../../api/apps.ts';
import { Notice } from '../../design/notice.tsx';
import { RevisionLink } from './app-state-line.tsx';
import { FailedPods } from './failed-pods.tsx';

/** How it ended, if it did not become Live: the sentence, the reason, and the pods that say why. */
export function Outcome({ deployment, actions }: { readonly deployment: Deployment; readonly actions?: ReactNode }) {
  const { phase, reason, message, pods, app_id, rolled_back_to: back, previous_revision: before } = deployment;
  if (phase === 'Canceled')
    return (
      <Notice tone="note" role="status" title="Canceled.">
        <p>{before === null ? 'What it had made is removed.' : 'What it had changed is changed back.'}</p>
      </Notice>
    );
  if (phase === 'Superseded')
    return (
      <Notice tone="note" role="status" title="Superseded: a newer change came before it was Live.">
        <p>Its successor carries on from what it had changed.</p>
      </Notice>
    );
  if (phase !== 'Failed' && phase !== 'RolledBack') return null;
  return (
    <>
      <Notice
        tone="failing"
        role="status"
        title={<span className="name">{message ?? 'The deployment failed.'}</span>}
        {...(actions !== undefined && { actions })}
      >
        {back !== null && (
          <p>
            {phase === 'RolledBack' ? 'Put back, and Live again: ' : 'Being put back: '}
            <RevisionLink appId={app_id} revision={back} />.
          </p>
        )}
        {back === null && before !== null && (
          <p>
            <RevisionLink appId={app_id} revision={before} /> was Live before; its pods keep serving.
          </p>
        )}
        {back === null && before === null && <p>It is the first deployment, so nothing runs.</p>}
        {reason !== null && (
          <p className="quiet">
            Reason <code>{reason}</code>
          </p>
        )}
      </Notice>
      <FailedPods pods={pods} />
    </>
  );
}
