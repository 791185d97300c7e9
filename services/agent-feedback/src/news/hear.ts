import type { IncidentChanged } from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { Moment } from '../judging/facts.ts';
import { noteTenant } from '../tenants-store.ts';
import { lookAgain } from '../verdicts/look-again.ts';
import { holdNews, putClusterMoment, putIncidentMoment } from '../heard/store.ts';

type Context = Pick<ModuleContext, 'clock'>;

export async function hearIncident(db: TenantDb, context: Context, told: IncidentChanged): Promise<void> {
  const about = aboutOf(told);
  if (about === undefined) return;
  const { incidentId, moment } = about;
  await holdNews(db, told.cluster_id);
  await putIncidentMoment(db, incidentId, moment);
  await noteTenant(db);
  await lookAgain(db, context, { incidentId, clusterId: told.cluster_id });
}

/** Of a new incident that follows another, it is the other one that came back. */
function aboutOf(told: IncidentChanged): { readonly incidentId: string; readonly moment: Moment } | undefined {
  const { change, incident_id: id, previous_incident_id: previous, resolution = null } = told;
  const at = new Date(told.at);
  if (change === 'rule_added') return undefined;
  if (change !== 'opened') return { incidentId: id, moment: { kind: change, at, resolution } };
  return previous === null
    ? undefined
    : { incidentId: previous, moment: { kind: 'opened_again', at, resolution: null } };
}

/** The other phases say nothing of whether it is observed. */
const observedIn: Readonly<Record<string, boolean>> = {
  Ready: true,
  Degraded: true,
  Unreachable: false,
  Failed: false,
  Deleting: false,
};

interface PhaseTold {
  readonly clusterId: string;
  readonly phase: string;
  readonly at: Date;
}

export async function hearCluster(db: TenantDb, context: Context, { clusterId, phase, at }: PhaseTold): Promise<void> {
  const observed = observedIn[phase];
  if (observed === undefined) return;
  await holdNews(db, clusterId);
  await putClusterMoment(db, clusterId, { at, observed });
  await noteTenant(db);
  await lookAgain(db, context, { clusterId });
}
