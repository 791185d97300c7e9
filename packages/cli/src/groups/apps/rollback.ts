import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Run, textOption, textsGiven } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import { plain } from '../../output/plain.ts';
import { largestPage } from '../../declare/pages.ts';
import { patienceOf } from '../../waiting.ts';
import { type App, appPath, apps, type Deployment, deploymentsPath, titleOf } from './app.ts';
import { countOf } from './app-options.ts';
import { untilLive } from './deploying.ts';
import { orRefused } from './refused.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const patience = patienceOf(invocation);
  const to = textOption(invocation, 'to');
  const asked = to === undefined ? undefined : countOf('--to', to, 99_999);
  const client = await invocation.connect({ fetch: noticing(out) });
  const app = await apps.find(client, args);
  const revision = asked ?? (await formerOf(client, app)).revision;
  out.note(plain(`putting revision ${revision} of ${titleOf(app)} back, and pinning it`));
  const body = { revision, ...textsGiven(invocation, { reason: 'reason' }) };
  const { data: begun } = await orRefused(client.post(`${appPath}/rollback`, { params: { id: app.id }, body }));
  await untilLive(out, client, begun, patience);
};

async function formerOf(client: Client, app: App): Promise<Deployment> {
  const list = client.list(deploymentsPath, { params: { id: app.id }, query: { limit: largestPage } });
  const history: Deployment[] = [];
  for await (const one of list) history.push(one);
  const found = former(history);
  if (found !== undefined) return found;
  throw new Failure(
    'refused',
    `no revision of ${titleOf(app)} before this one was Live`,
    `wheelhouse apps history ${titleOf(app)} lists them`,
  );
}

/** The last one that was Live before the one that runs, or before the one that was tried. Newest first. */
export function former(history: readonly Deployment[]): Deployment | undefined {
  const [newest] = history;
  if (newest === undefined) return undefined;
  // One that puts another back is that other: before it is what was before that.
  const from = newest.phase === 'Live' ? (newest.of_revision ?? newest.revision) : newest.revision;
  return history.find(({ revision, can_rollback }) => can_rollback && revision < from);
}
