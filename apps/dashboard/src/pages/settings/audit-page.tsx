import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listing } from '../../api/reading.ts';
import { Page } from '../../design/page.tsx';
import { AdminList } from './admin-only.tsx';
import { AuditFilters } from './audit/audit-filters.tsx';
import { type Entry, auditPath } from './audit/paths.ts';
import { EntryDialog } from './audit/entry-dialog.tsx';
import { entryColumns } from './audit/entry-columns.tsx';
import { Export } from './audit/export.tsx';
import { Head } from './audit/head.tsx';
import { NoEntries } from './audit/no-entries.tsx';
import { resultCodes } from './audit/results.ts';
import { useAuditSearch } from './audit/use-audit-search.ts';
import { useNamesKnown } from './audit/use-names-known.ts';

/** Who did what, and who was refused. */
export function AuditPage() {
  const { search } = useAuditSearch();
  const query = useInfiniteQuery(listing(auditPath, { query: { ...search, result: resultCodes(search.result) } }));
  const nameOf = useNamesKnown();
  const [open, setOpen] = useState<Entry>();
  return (
    <Page
      title="Audit trail"
      state={<p className="quiet">Every change and every refusal. Nobody can edit or remove an entry unseen.</p>}
      actions={<Export />}
    >
      <AuditFilters />
      <AdminList
        query={query}
        what="the audit trail"
        label="Audit trail"
        columns={entryColumns(nameOf, setOpen)}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        empty={<NoEntries />}
      />
      {query.data !== undefined && <Head />}
      {open !== undefined && <EntryDialog entry={open} nameOf={nameOf} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
