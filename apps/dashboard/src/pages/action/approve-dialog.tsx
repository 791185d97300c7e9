import { isApiError } from '@wheelhouse/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Action, approvalSettingsQuery } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { meQuery } from '../../api/session.ts';
import { actionWords, verbOf } from '../../design/action-words.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { DrainBudgets } from './drain-plan.tsx';
import { GuardWarnings } from './guards-part.tsx';
import { PlanDiff } from './plan-diff.tsx';
import { PlanWarnings, Refused } from './plan-part.tsx';
import { PlanPicture } from './plan-picture.tsx';
import { refusedWords } from './refused-words.ts';
import { OwnProposal } from './own-proposal.tsx';
import { useApproval } from './use-approval.ts';
import css from './dialogs.module.css';

interface ApproveDialogProps {
  readonly action: Action;
  readonly cluster: Cluster | undefined;
  readonly onClose: () => void;
}

/** The plan in view, and the yes to exactly this one. */
export function ApproveDialog({ action, cluster, onClose }: ApproveDialogProps) {
  const [reason, setReason] = useState('');
  const [override, setOverride] = useState('');
  const { change, seen, now, hasChanged } = useApproval(action, onClose);
  const isOwn = useIsOwn(action, change.error);
  const { data: me } = useQuery(meQuery);
  const mayOverride = me?.scopes.includes('admin') ?? false;
  if (seen === null || now === null) return null;
  const isOld = isApiError(change.error, 'plan_changed');
  const verb = hasChanged ? 'Approve this plan instead' : verbOf({ ...action, plan: now });
  return (
    <Dialog title={`Approve: ${actionWords({ ...action, plan: now })}`} open onClose={onClose}>
      <Form
        verb={verb}
        failed={refusedWords('Not approved', change.error)}
        error={isOld && hasChanged ? null : change.error}
        busy={change.isPending}
        disabled={isOwn && (!mayOverride || override.trim() === '')}
        onSubmit={() => change.mutate({ plan: now, reason, override: isOwn ? override : '' })}
        onCancel={onClose}
      >
        {cluster !== undefined && <ClusterName id={cluster.id} name={cluster.name} />}
        {hasChanged ? (
          <div className={css['changed']} role="alert">
            <Notice tone="attention" title="The cluster has changed: this action would now do something different.">
              <p>Nothing has been done. Old → new:</p>
            </Notice>
            <PlanDiff seen={seen} now={now} />
          </div>
        ) : (
          <PlanWarnings plan={now} />
        )}
        <PlanPicture plan={now} />
        {now.drain !== null && now.drain.budgets.length > 0 && <DrainBudgets drain={now.drain} />}
        <GuardWarnings guards={now.guards} />
        {!isApiError(change.error, 'pdb_violation') && <Refused plan={now} />}
        {isOwn && <OwnProposal mayOverride={mayOverride} value={override} onChange={setOverride} />}
        <TextField
          label="Note (optional)"
          help="Stored with the action and in the audit trail"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="quiet">
          The plan is recomputed before anything is done. If it differs from this one, nothing is done and you see both.
          In a terminal:
        </p>
        <Command>{`wheelhouse actions approve ${action.id}`}</Command>
      </Form>
    </Dialog>
  );
}

/** As the server would judge it, or did. Who undoes something restores what was, and may approve it. */
function useIsOwn({ proposed_by, undoes }: Action, error: Error | null): boolean {
  const { data: me } = useQuery(meQuery);
  const isProposer =
    undoes === null && me !== undefined && [proposed_by?.id, proposed_by?.on_behalf_of].includes(me.id);
  const { data: settings, isLoading } = useQuery({ ...approvalSettingsQuery, enabled: isProposer });
  const isForbidden = isLoading || settings?.self_approval === false;
  return isApiError(error, 'self_approval_forbidden') || (isProposer && isForbidden);
}
