import type { OpenIssue } from '../api/clusters.ts';
import { Section } from '../design/page.tsx';
import { Table } from '../design/table.tsx';
import { issueColumns, type ShownIssue } from '../pages/cluster/issue-columns.tsx';

const keyOf = ({ id }: ShownIssue) => id;
/** Where they are is what the page is about. */
const columns = issueColumns.filter(({ id }) => id !== 'where');

/** What the monitor finds wrong with it, with the next step of each. */
export function IssuesPart({ issues }: { readonly issues: readonly OpenIssue[] }) {
  return (
    <Section title="Open issues">
      {issues.length === 0 ? (
        <p className="quiet">It violates no health rule right now.</p>
      ) : (
        <Table label="Open issues" columns={columns} rows={issues} keyOf={keyOf} />
      )}
    </Section>
  );
}
