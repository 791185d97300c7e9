import type { Evidence } from '@wheelhouse/contracts';
import type { Observed } from '../neighbours/observability.ts';
import type { EvidenceItem } from '../records/analysis.ts';
import type { Rule } from '../rules/rule.ts';

const mostItems = 40;
/** What whoever approves is shown, and what travels with a decision. */
const mostCited = 10;

/** Under the numbers that the observation gave. */
export function evidenceOf({ items }: Observed): readonly EvidenceItem[] {
  return items
    .slice(0, mostItems)
    .map(({ n, source, summary, at = null, url = null }) => ({ n, source, summary, at, url }));
}

/** What the rule looks at comes first; places in the dashboard become addresses. */
export function citedBy({ needs }: Rule, items: readonly EvidenceItem[], externalUrl: string): Evidence[] {
  const own = items.filter(({ source }) => needs.some((part) => part === source));
  return [...own, ...items.filter((one) => !own.includes(one))].slice(0, mostCited).map(({ source, summary, url }) => {
    const address = url === null ? undefined : addressOf(url, externalUrl);
    return { source, summary, ...(address === undefined ? {} : { url: address }) };
  });
}

function addressOf(url: string, externalUrl: string): string | undefined {
  const base = `${externalUrl.replace(/\/$/, '')}/`;
  const full = URL.parse(url.startsWith('/') ? url.slice(1) : url, base);
  return full !== null && /^https?:$/.test(full.protocol) ? full.href : undefined;
}
