import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { ApprovalForm } from './approvals/approval-form.tsx';
import { foundSettings } from './approvals/found-settings.ts';

/** Who may approve, what an approval has to name, and how long an action waits for one. */
export function ApprovalsPage() {
  const { data, error, refetch } = useQuery(foundSettings);
  return (
    <Page
      title="Approvals"
      state={<p className="quiet">How actions on clusters are approved, for everybody in this tenant.</p>}
    >
      {data === undefined && error === null && <Waiting what="the settings" />}
      {error !== null && (
        <ErrorNotice what="The settings could not be read" error={error} retry={() => void refetch()} />
      )}
      {data !== undefined && <ApprovalForm key={data.etag} found={data} />}
    </Page>
  );
}
