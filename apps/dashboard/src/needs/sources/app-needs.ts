import type { App, Deployment, HeldApps } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import type { Need } from '../need.ts';

type ById = ReadonlyMap<string, Cluster>;

const mostFailed = 5;
const dayMs = 86_400_000;
/** So long a pin is probably forgotten. */
const longPinMs = 7 * dayMs;

/** The newest by themselves, the rest in one line: they must not hide what else there is. */
export function failedNeeds(apps: readonly App[], total: number, byId: ById): readonly Need[] {
  // One that is being deleted needs nobody; one that could not be is told as that.
  const shown = apps.filter(({ state }) => state === 'active').slice(0, mostFailed);
  const needs = shown.map((app) => failedNeed(app, byId));
  const rest = shown.length < mostFailed ? 0 : total - shown.length;
  if (rest <= 0) return needs;
  return [
    ...needs,
    {
      key: 'other failed deployments',
      tone: 'failing',
      word: 'Failed',
      what: `${rest} more ${rest === 1 ? 'deployment has' : 'deployments have'} failed`,
      next: 'The newest are above.',
      when: undefined,
      link: { to: '/apps', search: { phase: 'Failed' } },
      linkWords: 'See all failed',
    },
  ];
}

function failedNeed({ id, name, revision, deployment, message, cluster_id }: App, byId: ById): Need {
  return {
    key: `deployment ${id}`,
    tone: 'failing',
    word: 'Failed',
    what: `Revision ${revision} of ${name} failed`,
    next: deployment.message ?? message ?? 'Its page says why.',
    cluster: byId.get(cluster_id),
    when: deployment.finished_at === null ? undefined : { words: 'failed', at: deployment.finished_at },
    link: { to: '/apps/$appId/deployments/$revision', params: { appId: id, revision: String(revision) } },
    linkWords: 'See why',
  };
}

export function heldNeeds({ undeleted, pinned, putBack }: HeldApps, byId: ById, now: number): readonly Need[] {
  return [
    ...undeleted.map((app) => undeletedNeed(app, byId)),
    ...putBack.filter((deployment) => isNews(deployment, now)).map((deployment) => putBackNeed(deployment, byId)),
    ...pinned.flatMap((app) => longPinned(app, byId, now)),
  ];
}

function undeletedNeed({ id, name, state_message, cluster_id, updated_at }: App, byId: ById): Need {
  return {
    key: `delete ${id}`,
    tone: 'failing',
    word: 'delete_failed',
    what: `${name} could not be deleted completely`,
    next: state_message ?? 'Its page says what stays in the cluster.',
    cluster: byId.get(cluster_id),
    when: { words: 'for', at: updated_at, as: 'for' },
    link: { to: '/apps/$appId', params: { appId: id } },
    linkWords: 'See what stays',
  };
}

/** Nobody asked for a rollback that failed its own deployment: whoever deployed may not know. For a day, then it is old news. */
function isNews({ actor, is_current, finished_at }: Deployment, now: number): boolean {
  return actor === null && is_current && finished_at !== null && now - Date.parse(finished_at) < dayMs;
}

function putBackNeed(deployment: Deployment, byId: ById): Need {
  const { app_id: id, app_name: name, cluster_id } = deployment;
  const failed = deployment.revision - 1;
  const back = deployment.of_revision ?? deployment.revision;
  return {
    key: `put back ${id}`,
    tone: 'attention',
    word: 'RolledBack',
    what: `Revision ${failed} of ${name} failed and was rolled back`,
    next: `Revision ${back} is Live again. See why the newer one failed, then deploy a corrected one.`,
    cluster: byId.get(cluster_id),
    when: deployment.finished_at === null ? undefined : { words: 'rolled back', at: deployment.finished_at },
    link: { to: '/apps/$appId/deployments/$revision', params: { appId: id, revision: String(failed) } },
    linkWords: 'See why',
  };
}

function longPinned({ id, name, pinned, state, cluster_id }: App, byId: ById, now: number): readonly Need[] {
  if (pinned === null || state !== 'active' || now - Date.parse(pinned.at) < longPinMs) return [];
  return [
    {
      key: `pin ${id}`,
      tone: 'waiting',
      word: 'pinned',
      what: `${name} is pinned to revision ${pinned.revision}, so nothing is deployed`,
      next: pinned.reason ?? 'No reason was given. If it is no longer needed, unpin it.',
      cluster: byId.get(cluster_id),
      when: { words: 'for', at: pinned.at, as: 'for' },
      link: { to: '/apps/$appId', params: { appId: id } },
      linkWords: 'See the pin',
    },
  ];
}
