import type { Static } from 'typebox';
import { actionExecuted, actionPending } from './actions.ts';
import { agentRunCompleted } from './agents.ts';
import { appDeleted, appDeployed, appDeployFailed } from './apps.ts';
import { cloudspaceReady, clusterPhaseChanged } from './clusters.ts';
import type { EventDefinition } from './definition.ts';
import { incidentCreated, incidentResolved, incidentUpdated } from './incidents.ts';
import { anomalyDetected, scalingDecisionCreated } from './insight.ts';
import { buildCompleted, pipelineRunCompleted } from './pipelines.ts';

/** The fifteen events that subscribers can receive, in the order of the specification. */
export const eventCatalogue = {
  'incident.created': incidentCreated,
  'incident.updated': incidentUpdated,
  'incident.resolved': incidentResolved,
  'app.deployed': appDeployed,
  'app.deploy_failed': appDeployFailed,
  'app.deleted': appDeleted,
  'pipeline.run_completed': pipelineRunCompleted,
  'build.completed': buildCompleted,
  'action.pending': actionPending,
  'action.executed': actionExecuted,
  'anomaly.detected': anomalyDetected,
  'scaling_decision.created': scalingDecisionCreated,
  'agent_run.completed': agentRunCompleted,
  'cluster.phase_changed': clusterPhaseChanged,
  'cloudspace.ready': cloudspaceReady,
} as const satisfies { readonly [Name in string]: EventDefinition };

export type EventType = keyof typeof eventCatalogue;

export type EventData<Type extends EventType> = Static<(typeof eventCatalogue)[Type]['data']>;

/** Travels the same way between modules and never reaches a subscriber. */
export type InternalEventType = `internal.${string}`;

export function isPublicEventType(type: string): type is EventType {
  return Object.hasOwn(eventCatalogue, type);
}

export const eventTypes: readonly EventType[] = Object.keys(eventCatalogue).filter(isPublicEventType);
