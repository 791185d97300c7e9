import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { secondsText } from '../../output/durations.ts';
import type { Patience } from '../../waiting.ts';
import { type App, appById, type Deployment, isRunning, titleOf } from './app.ts';
import { tellingOf } from './follow-phases.ts';
import { follow, readDeployment } from './following.ts';
import { addressText, pinFacts } from './tell-app.ts';
import { outcomeFacts, podFacts, revisionText } from './tell-deployment.ts';

/** Follows the newest deployment of an app, and ends as it does: throws unless it is Live. */
export async function untilLive(out: Output, client: Client, app: App, patience: Patience): Promise<void> {
  const deployment = await follow(client, app, patience, tellingOf(out));
  if (out.isJson && !patience.waits) out.json(deployment);
  if (isRunning(deployment)) throw stillRunning(app, deployment);
  if (deployment.phase === 'Live') return tellLive(out, await appById(client, app.id), deployment);
  if (deployment.phase === 'Failed' || deployment.phase === 'RolledBack')
    return tellFailed(out, client, app, deployment, patience);
  const { revision, phase, message } = deployment;
  throw new Failure(
    'notDone',
    `revision ${revision} of ${titleOf(app)} is ${phase}: ${message ?? 'reason unknown'}`,
    `wheelhouse apps status ${titleOf(app)}`,
  );
}

function stillRunning(app: App, { revision, phase, progress }: Deployment): Failure {
  const title = titleOf(app);
  const now = progress === null ? phase : `${phase}, ${progress}`;
  return new Failure(
    'stillRunning',
    `revision ${revision} of ${title} is still being deployed (${now}); that goes on without you`,
    `wheelhouse apps status ${title}; to stop it: wheelhouse apps cancel ${title}`,
  );
}

function tellLive(out: Output, app: App, deployment: Deployment): void {
  if (out.isJson) return;
  out.line(`${plain(titleOf(app))} is ${out.paint('green', 'Live')}`);
  const facts: readonly Fact[] = [
    ['revision', revisionText(deployment)],
    ['image', deployment.image],
    ['address', addressText(app)],
    ['took', tookText(deployment)],
    ...pinFacts(out, app),
  ];
  for (const line of factLines(out, facts)) out.line(line);
}

function tookText({ created_at, finished_at }: Deployment): string {
  if (finished_at === null) return 'unknown';
  return secondsText(Math.round((Date.parse(finished_at) - Date.parse(created_at)) / 1_000));
}

/** With the pods and their last words; and with what runs now, once that is settled. */
async function tellFailed(out: Output, client: Client, app: App, failed: Deployment, patience: Patience) {
  const title = titleOf(app);
  const { revision, message, reason } = failed;
  if (!out.isJson) for (const line of factLines(out, failed.pods.flatMap(podFacts))) out.line(line);
  const runs = await whatRuns(out, client, app, failed, patience);
  if (out.isJson) out.jsonLine(await readDeployment(client, { id: app.id, revision }));
  else for (const line of factLines(out, [['runs now', runs]])) out.line(line);
  throw new Failure(
    'operationFailed',
    `revision ${revision} of ${title} failed: ${message ?? 'reason unknown'} (${reason ?? 'unknown'})`,
    `wheelhouse apps history ${title} ${revision} tells all of it`,
  );
}

async function whatRuns(out: Output, client: Client, app: App, failed: Deployment, patience: Patience) {
  const { revision, rolled_back_to: back } = failed;
  if (back === null) {
    const { current_revision: current } = await appById(client, app.id);
    return current === null ? 'nothing: no revision of it has been Live yet' : `revision ${current}`;
  }
  const again = { id: app.id, revision: revision + 1 };
  if (!out.isJson) out.note(`revision ${back} is put back, as revision ${again.revision}`);
  const silent = { tell: () => undefined, end: () => undefined };
  const restored = await follow(client, again, patience, out.isJson ? silent : tellingOf(out));
  const as = `as revision ${again.revision}`;
  if (restored.phase === 'Live') return `revision ${back} again, ${as}; it is Live`;
  if (isRunning(restored)) return `revision ${back}, which is still being put back ${as}`;
  const [why] = outcomeFacts(restored);
  return `revision ${back} could not be put back: ${as} it is ${restored.phase}${why === undefined ? '' : `: ${why[1]}`}`;
}
