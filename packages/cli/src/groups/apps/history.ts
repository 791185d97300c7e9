import type { Client } from '@wheelhouse/sdk';
import { limitOf, newest } from '../../declare/pages.ts';
import { type Run, textOption } from '../../invocation.ts';
import { factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type App, apps, type Deployment, deploymentPath, deploymentsPath, phaseStyle, titleOf } from './app.ts';
import { countOf } from './app-options.ts';
import { deploymentFacts, diffFacts, revisionText, whoText } from './tell-deployment.ts';

export const run: Run = async (invocation) => {
  const { args, options, out } = invocation;
  const [name = '', revision] = args;
  const asked = revision === undefined ? undefined : countOf('the revision', revision, 99_999);
  const limit = limitOf(textOption(invocation, 'limit') ?? '20');
  const client = await invocation.connect();
  const app = await apps.find(client, [name]);
  if (asked !== undefined) return showOne(out, client, app, asked);
  const params = { id: app.id };
  const page = await newest(limit, (query) => client.list(deploymentsPath, { params, query }));
  if (out.isJson) return out.json(page);
  if (options['diff'] === true) for (const one of page.data) tellDiff(out, one);
  else table(out, page.data);
  if (page.next_cursor !== null) out.note(`the newest ${page.data.length} of ${page.total}; --limit shows more`);
};

async function showOne(out: Output, client: Client, app: App, revision: number): Promise<void> {
  const { data } = await client.get(deploymentPath, { params: { id: app.id, revision } });
  if (out.isJson) return out.json(data);
  out.line(out.paint('bold', plain(`${titleOf(app)}, revision ${revisionText(data)}`)));
  for (const line of factLines(out, deploymentFacts(out, data))) out.line(line);
}

function table(out: Output, deployments: readonly Deployment[]): void {
  out.table(
    [
      { title: 'REVISION', of: (one) => `${one.revision}${one.is_current ? ' (runs)' : ''}`, whole: true },
      { title: 'PHASE', of: ({ phase }) => phase, style: phaseStyle, whole: true },
      { title: 'IMAGE', of: ({ image }) => plain(image), style: () => 'bold' },
      { title: 'WHY', of: (one) => plain(whyText(one)) },
      { title: 'WHO', of: whoText },
      { title: 'WHEN', of: ({ created_at }) => out.time(created_at), whole: true },
    ],
    deployments,
  );
}

/** The note of whoever asked for it; of one that failed, the reason. */
function whyText({ reason, of_revision: of, note }: Deployment): string {
  const parts = [
    ...(reason === null ? [] : [reason]),
    ...(of === null ? [] : [`puts ${of} back`]),
    ...((note ?? '') ? [note] : []),
  ];
  return parts.join(', ') || '-';
}

function tellDiff(out: Output, deployment: Deployment): void {
  const { revision, phase, created_at } = deployment;
  const title = `revision ${revision}, ${out.paint(phaseStyle(deployment), phase)}`;
  out.line(`${title}, ${whoText(deployment)}, ${out.time(created_at)}`);
  for (const line of factLines(out, diffFacts(deployment))) out.line(line);
}
