import { type ApprovalSettings, approvalSettingsPath } from '../../../api/actions.ts';
import { client } from '../../../api/client.ts';
import { keyOf } from '../../../api/reading.ts';

/** With their etag, so that two who change them at once do not undo each other. */
export interface FoundSettings {
  readonly settings: ApprovalSettings;
  readonly etag: string | undefined;
}

export const foundSettings = {
  queryKey: [...keyOf(approvalSettingsPath), 'with etag'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<FoundSettings> => {
    const { data: settings, etag } = await client.get(approvalSettingsPath, { signal });
    return { settings, etag };
  },
};
