import { Button } from '../../../design/button.tsx';
import { Empty } from '../../../design/empty.tsx';
import { useAuditSearch } from './use-audit-search.ts';

export function NoEntries() {
  const { search, clear } = useAuditSearch();
  if (Object.keys(search).length === 0)
    return (
      <Empty title="Audit entries will appear here" command="npx wheelhouse audit">
        <p>Every change and every refusal becomes an entry, a second after it happened.</p>
      </Empty>
    );
  return (
    <Empty title="No entry matches these filters" action={<Button onClick={clear}>Clear filters</Button>}>
      <p>An action is matched whole, as in token.create; the text may stand anywhere in an entry.</p>
    </Empty>
  );
}
