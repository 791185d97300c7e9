import { useState } from 'react';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { entryColumns } from './audit/entry-columns.tsx';
import { EntryDialog } from './audit/entry-dialog.tsx';
import { Export } from './audit/export.tsx';
import { filters } from './audit/filters.ts';
import { Head } from './audit/head.tsx';
import { auditPath, type Entry } from './audit/paths.ts';
import { resultCodes } from './audit/results.ts';
import { useNamesKnown } from './audit/use-names-known.ts';

/** Who did what, and who was refused. */
export function AuditPage() {
  const list = useApiList({
    filters,
    ask: (search) => listing(auditPath, { query: { ...search, result: resultCodes(search.result) } }),
  });
  const nameOf = useNamesKnown();
  const [open, setOpen] = useState<Entry>();
  return (
    <ListPage
      title="Audit trail"
      what="audit entries"
      list={list}
      state={<p className="quiet">Every change and every refusal. No entry can be edited or removed unnoticed.</p>}
      actions={<Export />}
      columns={entryColumns(nameOf, setOpen)}
      onOpen={setOpen}
      empty={
        <Empty title="Audit entries will appear here" command="wheelhouse audit">
          <p>Every change and every refusal is recorded within a second.</p>
        </Empty>
      }
      noMatch={<p>Action must be the exact name, such as token.create; text is found anywhere in an entry.</p>}
    >
      {list.query.data !== undefined && <Head />}
      {open !== undefined && <EntryDialog entry={open} nameOf={nameOf} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}
