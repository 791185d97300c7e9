import type { Actor } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { type AppRow, due, updateApp } from './app-store.ts';
import type { Content } from './content.ts';
import { phaseDeadline, phasesAfter } from './deploy-times.ts';
import {
  type DeploymentChange,
  type DeploymentRow,
  insertDeployment,
  noneIsCurrent,
  pruneDeployments,
  selectDeployment,
  updateDeployment,
} from './deployment-store.ts';
import { tellAppChanged, tellDeployed, tellFailed } from './events.ts';
import type { Given } from './given.ts';
import { imageByDigest } from './image.ts';
import { deployMessage, type DeployReason, type DeployTrigger, isRunning, type RunningPhase } from './phases.ts';
import type { FailedPod } from './schema.ts';

/** An app and its newest revision, both locked by this transaction. */
export interface Deploying {
  readonly app: AppRow;
  readonly deployment: DeploymentRow;
}

export interface NewRevision {
  readonly content: Content;
  readonly trigger: DeployTrigger;
  readonly actor: Actor | null;
  readonly note?: string | undefined;
  readonly ofRevision?: number;
  readonly insteadOf?: number;
}

/** The next revision of an app, Queued. Whatever was still being deployed is superseded. */
export async function beginDeployment(
  db: TenantDb,
  given: Given,
  before: AppRow,
  { content, trigger, actor, note, ofRevision, insteadOf }: NewRevision,
): Promise<Deploying> {
  const now = given.clock.now();
  const running =
    before.revision === 0 ? undefined : await selectDeployment(db, before.id, before.revision, 'FOR UPDATE');
  if (running !== undefined && isRunning(running.phase))
    await updateDeployment(db, running, {
      ...ended(running, 'Superseded', now),
      message: `Revision ${before.revision + 1} took its place.`,
    });
  const deployment: DeploymentRow = {
    id: given.makeId(),
    version: 1,
    app_id: before.id,
    cloudspace_id: before.cloudspace_id,
    cluster_id: before.cluster_id,
    revision: before.revision + 1,
    previous_revision: before.current_revision,
    of_revision: ofRevision ?? null,
    instead_of: insteadOf ?? null,
    content,
    image: content.source.image,
    digest: null,
    trigger,
    actor,
    note: note ?? null,
    phase: 'Queued',
    phases: phasesAfter([], 'Queued', now),
    reason: null,
    message: null,
    pods: [],
    progress: null,
    sent: 'nothing',
    applied_generation: null,
    rolled_back_to: null,
    canceled_by: null,
    is_current: false,
    created_at: now,
    deadline_at: phaseDeadline('Queued', content, now),
    finished_at: null,
  };
  await insertDeployment(db, deployment);
  await pruneDeployments(db, before.id, given.settings.REVISIONS_KEPT);
  const app = await updateApp(db, before, {
    content,
    revision: deployment.revision,
    phase: 'Queued',
    remove_objects: false,
    updated_at: now,
  });
  await due(db, app, now);
  await tellAppChanged(db, given, app);
  return { app, deployment };
}

/** On to the next phase, with a deadline of its own. */
export async function moveOn(
  db: TenantDb,
  given: Given,
  { app, deployment }: Deploying,
  phase: RunningPhase,
  change: DeploymentChange = {},
): Promise<Deploying> {
  const now = given.clock.now();
  const after = await updateDeployment(db, deployment, {
    ...change,
    phase,
    phases: phasesAfter(deployment.phases, phase, now),
    deadline_at: phaseDeadline(phase, deployment.content, now),
    progress: null,
  });
  return { app: await updateApp(db, app, { phase }), deployment: after };
}

/** It answers: it is the one that runs from now on, and the failed one it stands in for is rolled back. */
export async function becomeLive(
  db: TenantDb,
  given: Given,
  { app, deployment }: Deploying,
  digest: string | undefined,
): Promise<void> {
  const now = given.clock.now();
  await noneIsCurrent(db, app.id);
  const live = await updateDeployment(db, deployment, {
    ...ended(deployment, 'Live', now),
    digest: digest ?? null,
    is_current: true,
  });
  await rolledBack(db, deployment, now);
  const after = await updateApp(db, app, { phase: 'Live', current_revision: deployment.revision });
  await tellDeployed(db, given, after, live);
  await tellAppChanged(db, given, after);
}

/** The one that failed, now that the one before it is Live again. A canceled one stays canceled. */
async function rolledBack(db: TenantDb, { app_id, instead_of }: DeploymentRow, now: Date): Promise<void> {
  const failed = instead_of === null ? undefined : await selectDeployment(db, app_id, instead_of, 'FOR UPDATE');
  if (failed?.phase !== 'Failed') return;
  await updateDeployment(db, failed, { phase: 'RolledBack', phases: phasesAfter(failed.phases, 'RolledBack', now) });
}

export interface Failing {
  readonly reason: DeployReason;
  /** What is known beyond what the reason means. */
  readonly known?: string;
  readonly pods?: readonly FailedPod[];
}

/** The end of one that will not be Live; the last Live one is put back, where the app says so and there is one. */
export async function fail(
  db: TenantDb,
  given: Given,
  { app, deployment }: Deploying,
  { reason, known, pods = [] }: Failing,
): Promise<void> {
  const now = given.clock.now();
  const target = await putBackTarget(db, app, deployment);
  const failedIn = deployment.phase;
  const failed = await updateDeployment(db, deployment, {
    ...ended(deployment, 'Failed', now),
    reason,
    message: deployMessage(reason, known),
    pods,
    rolled_back_to: target?.revision ?? null,
  });
  const after = await updateApp(db, app, { phase: 'Failed' });
  await tellFailed(db, given, after, failed, failedIn);
  if (target === undefined) await tellAppChanged(db, given, after);
  else await putBack(db, given, after, failed, target);
}

/** What is put back: only after something may have been changed, and never in a circle. */
async function putBackTarget(
  db: TenantDb,
  app: AppRow,
  { sent, instead_of }: DeploymentRow,
): Promise<DeploymentRow | undefined> {
  if (!app.rollback_on_failure || sent === 'nothing' || instead_of !== null) return undefined;
  return app.current_revision === null ? undefined : selectDeployment(db, app.id, app.current_revision);
}

async function putBack(
  db: TenantDb,
  given: Given,
  app: AppRow,
  failed: DeploymentRow,
  target: DeploymentRow,
): Promise<void> {
  await beginDeployment(db, given, app, {
    content: contentOf(target),
    trigger: 'rollback',
    actor: null,
    ofRevision: target.revision,
    insteadOf: failed.revision,
  });
}

/** What a revision ran, by the digest it ran with: a tag that was moved since changes nothing. */
export function contentOf({ content, digest }: DeploymentRow): Content {
  return { ...content, source: { ...content.source, image: imageByDigest(content.source.image, digest) } };
}

/** Nobody wants it any more. What was changed already is changed back; where nothing ran before, it is removed. */
export async function cancel(
  db: TenantDb,
  given: Given,
  { app, deployment }: Deploying,
  actor: Actor,
): Promise<Deploying> {
  const now = given.clock.now();
  const canceled = await updateDeployment(db, deployment, {
    ...ended(deployment, 'Canceled', now),
    canceled_by: actor,
    message: deployment.sent === 'nothing' ? 'Canceled before anything was changed.' : 'Canceled.',
  });
  const after = await updateApp(db, app, {
    phase: 'Canceled',
    remove_objects: deployment.sent !== 'nothing' && app.current_revision === null,
    updated_at: now,
  });
  await tellAppChanged(db, given, after);
  const target =
    deployment.sent === 'nothing' || app.current_revision === null
      ? undefined
      : await selectDeployment(db, app.id, app.current_revision);
  if (target !== undefined) await putBack(db, given, after, canceled, target);
  return { app: after, deployment: canceled };
}

function ended({ phases }: DeploymentRow, phase: 'Live' | 'Failed' | 'Canceled' | 'Superseded', now: Date) {
  return { phase, phases: phasesAfter(phases, phase, now), progress: null, deadline_at: null, finished_at: now };
}
