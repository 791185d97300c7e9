import { useQuery } from '@tanstack/react-query';
import { type ApprovalSettings, approvalSettingsPath } from '../../api/actions.ts';
import { client } from '../../api/client.ts';
import { keyOf } from '../../api/reading.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { ApprovalForm } from './approvals/approval-form.tsx';

/** With their etag, so that two who change them at once do not undo each other. */
export interface FoundSettings {
  readonly settings: ApprovalSettings;
  readonly etag: string | undefined;
}

const found = {
  queryKey: [...keyOf(approvalSettingsPath), 'with etag'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<FoundSettings> => {
    const { data: settings, etag } = await client.get(approvalSettingsPath, { signal });
    return { settings, etag };
  },
};

/** Who may approve, what an approval has to name, and how long an action waits for one. */
export function ApprovalsPage() {
  const { data, error, refetch } = useQuery(found);
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
