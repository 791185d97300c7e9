import type { EventData } from '@wheelhouse/contracts';
import { groupOfObject } from '../signals/group.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { Happening, Place } from './happened.ts';

type Deployed = EventData<'app.deployed'>;
type Failed = EventData<'app.deploy_failed'>;

export function deployed(data: Deployed): Happening {
  const { app_name: name, revision, image, previous_revision: previous, trigger } = data;
  const what = trigger === 'rollback' ? 'rolled back to what it was, as revision' : 'deployed revision';
  return told(data, new Date(data.finished_at), {
    summary: `App ${name}: ${what} ${revision}, image ${image}.`,
    data: { revision, previous_revision: previous, image, trigger, outcome: 'deployed' },
  });
}

export function deployFailed(data: Failed): Happening {
  const { app_name: name, revision, image, reason, message, rolled_back_to: back, trigger } = data;
  const returned = back === null ? '' : ` Revision ${back} is being put back.`;
  return told(data, new Date(data.finished_at), {
    summary: `App ${name}: revision ${revision} failed: ${message}${returned}`,
    data: { revision, image, reason, rolled_back_to: back, trigger, outcome: 'failed' },
  });
}

function told(data: Deployed | Failed, at: Date, more: Pick<NewEntry, 'summary' | 'data'>): Happening {
  const { app_id, app_name, revision, namespace, cluster_id: clusterId, actor, url } = data;
  return {
    place: placeOf(clusterId, namespace, app_name),
    entries: [
      {
        kind: 'change',
        at,
        ...more,
        ...(actor === null ? {} : { actor }),
        object: { kind: 'Deployment', namespace, name: app_name },
        ref: { type: 'app_deployment', id: `${app_id}/${revision}`, url },
      },
    ],
  };
}

export function appDeleted(data: EventData<'app.deleted'>, at: Date): Happening {
  const { app_id, app_name, namespace, cluster_id: clusterId, actor, url } = data;
  return {
    place: placeOf(clusterId, namespace, app_name),
    entries: [
      {
        kind: 'change',
        at,
        summary: `App ${app_name} was deleted.`,
        actor,
        object: { kind: 'Deployment', namespace, name: app_name },
        ref: { type: 'app', id: app_id, url },
        data: { outcome: 'deleted' },
      },
    ],
  };
}

/** An app's Deployment has its name. */
function placeOf(clusterId: string, namespace: string, name: string): Place {
  const object = { kind: 'Deployment', namespace, name };
  return { clusterId, namespace, groupKeys: [groupOfObject(clusterId, object)] };
}
