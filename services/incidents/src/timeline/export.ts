import { incidentResolutions, timelineKinds } from '@wheelhouse/contracts';
import { type TenantDb, timeOfId } from '@wheelhouse/kit';
import { type IncidentRow, shownInFull } from '../records/row.ts';
import { type EntryRow, shownEntry } from '../entries/entry.ts';
import { entriesAfter } from '../entries/store.ts';

interface Exported {
  readonly tenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  readonly row: IncidentRow;
  readonly externalUrl: string;
}

const atOnce = 200;
const noId = '00000000-0000-0000-0000-000000000000';

/** The whole timeline, in the order in which it happened, a page at a time. */
async function* all({ tenant, row }: Exported): AsyncGenerator<EntryRow> {
  for (let after = noId; ; ) {
    const page = await tenant((db) => entriesAfter(db, row.id, after, atOnce));
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return;
    after = last.id;
  }
}

export async function* asJson(exported: Exported): AsyncGenerator<string> {
  const { row, externalUrl } = exported;
  const head = JSON.stringify(shownInFull(row, externalUrl));
  yield `{"incident":${head},"timeline":[`;
  let comma = '';
  for await (const entry of all(exported)) {
    yield comma + JSON.stringify(shownEntry(entry, timeOfId(entry.id)));
    comma = ',';
  }
  yield ']}\n';
}

/** What strangers have written stays text: none of it becomes a heading, a link or HTML. */
export async function* asMarkdown(exported: Exported): AsyncGenerator<string> {
  const { row, externalUrl } = exported;
  const incident = shownInFull(row, externalUrl);
  yield `# Incident #${row.number}: ${plain(row.title)}\n\n`;
  yield '| | |\n|---|---|\n';
  const facts: readonly (readonly [string, string | null])[] = [
    ['Severity', row.severity],
    ['Status', row.status],
    ['Category', row.category],
    ['Namespace', row.namespace],
    ['Service', row.affected_service],
    ['Started', incident.started_at],
    ['Detected', incident.detected_at],
    ['Acknowledged', incident.acknowledged_at],
    ['Mitigated', incident.mitigated_at],
    ['Resolved', incident.resolved_at],
    ['Resolution', row.resolution === null ? null : incidentResolutions[row.resolution]],
    ['Signals', String(row.signal_count)],
  ];
  for (const [name, value] of facts) if (value !== null && value !== '') yield `| ${name} | ${plain(value)} |\n`;
  yield `| Page | <${incident.url}> |\n`;
  for (const [title, text] of [
    ['Summary', row.summary],
    ['Root cause', row.root_cause],
    ['Review', row.review],
  ] as const)
    if (text !== null && text !== '') yield `\n## ${title}\n\n${quoted(text)}\n`;
  yield '\n## Timeline\n\n';
  for await (const { id, kind, summary, text, count } of all(exported)) {
    const times = count === 1 ? '' : ` (${count} times)`;
    yield `- \`${timeOfId(id).toISOString()}\` **${timelineKinds[kind]}** ${plain(summary)}${times}\n`;
    if (text !== null && text.trim() !== summary) yield `\n${quoted(text, '  ')}\n\n`;
  }
}

const special = /[\\`*_{}[\]<>()#+!|~&@]/g;
/** What many readers make a link of by themselves. */
const linkLike = /:(?=\/\/)|(?<=\bwww)\./gi;
/** Would turn round what stands beside it. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(turning, '')
    .replaceAll(special, (character) => `\\${character}`)
    .replaceAll(linkLike, (character) => `\\${character}`);
}

function quoted(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => `${indent}> ${unled(plain(line))}`)
    .join('\n');
}

/** At the beginning of a line these make a list, or of the line above a heading. */
function unled(line: string): string {
  return line.replace(/^ ?(?=[-=])/, '\\').replace(/^ ?(\d+)\./, '$1\\.');
}
