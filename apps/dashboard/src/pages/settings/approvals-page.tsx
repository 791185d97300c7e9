import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../loading/loaded.tsx';
import { Page } from '../../design/page.tsx';
import { ApprovalForm } from './approvals/approval-form.tsx';
import { foundSettings } from './approvals/found-settings.ts';

/** Who may approve, what an approval has to name, and how long an action waits for one. */
export function ApprovalsPage() {
  const query = useQuery(foundSettings);
  return (
    <Page title="Approvals" state={<p className="quiet">How actions on clusters are approved in this tenant.</p>}>
      <Loaded of={query} what="the approval settings">
        {(found) => <ApprovalForm key={found.etag} found={found} />}
      </Loaded>
    </Page>
  );
}
