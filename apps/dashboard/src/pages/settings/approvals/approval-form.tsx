import { useState } from 'react';
import { approvalSettingsPath } from '../../../api/actions.ts';
import { useChange } from '../../../api/change.ts';
import { client } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { CheckField, FieldGroup, SelectField } from '../../../design/field.tsx';
import { Form, fieldError } from '../../../design/form.tsx';
import { Notice } from '../../../design/notice.tsx';
import { say } from '../../../design/said.tsx';
import type { FoundSettings } from './found-settings.ts';
import { waitsWith } from './waits.ts';

export function ApprovalForm({ found: { settings, etag } }: { readonly found: FoundSettings }) {
  const admin = useMay('admin');
  const [self, setSelf] = useState(settings.self_approval);
  const [named, setNamed] = useState(settings.plan_must_be_named);
  const [wait, setWait] = useState(String(settings.pending_seconds));
  const body = { self_approval: self, plan_must_be_named: named, pending_seconds: Number(wait) };
  const isSame =
    self === settings.self_approval &&
    named === settings.plan_must_be_named &&
    body.pending_seconds === settings.pending_seconds;
  const change = useChange(
    () => client.patch(approvalSettingsPath, { body, ...(etag !== undefined && { ifMatch: etag }) }),
    { outdates: [approvalSettingsPath], done: () => say('Saved the approval settings') },
  );
  return (
    <Form
      verb="Save approval settings"
      failed="The settings were not changed"
      error={change.error}
      busy={change.isPending}
      disabled={!admin || isSame}
      onSubmit={() => change.mutate()}
    >
      {!admin && (
        <Notice tone="unknown" title="Only administrators can change these settings.">
          <p>
            Your role does not have the scope <code>admin</code>.
          </p>
        </Notice>
      )}
      <FieldGroup label="Who may approve">
        <CheckField
          label="Allow self-approval"
          help="When off, someone else has to approve. An administrator can still override this in an emergency, with an audited reason."
          checked={self}
          disabled={!admin}
          onChange={(event) => setSelf(event.target.checked)}
        />
      </FieldGroup>
      <FieldGroup label="What an approval must name">
        <CheckField
          label="Require approvals to name the plan"
          help="When on, API calls without If-Match are refused. The dashboard always names the plan you see."
          checked={named}
          disabled={!admin}
          onChange={(event) => setNamed(event.target.checked)}
        />
      </FieldGroup>
      <SelectField
        label="Approval timeout"
        help="After this the action expires and nothing is changed. Applies to actions proposed from now on."
        choices={waitsWith(settings.pending_seconds)}
        value={wait}
        disabled={!admin}
        error={fieldError(change.error, 'pending_seconds')}
        onChange={(event) => setWait(event.target.value)}
      />
    </Form>
  );
}
