import { actionLabels } from '@wheelhouse/contracts';
import type { Action } from '../api/actions.ts';
import type { OpenIssue } from '../api/clusters.ts';
import { objectWords } from './object-words.ts';

type Kind = Action['action'];
type Target = Action['target'];

/** The same words wherever an action is named. */

export const kindWords = (kind: Kind): string => actionLabels[kind];

/** The target as any other object of a cluster. */
export function objectOf(target: Target): OpenIssue['object'] {
  if ('node_name' in target) return { kind: 'Node', namespace: null, name: target.node_name };
  const { namespace } = target;
  if ('pod' in target) return { kind: 'Pod', namespace, name: target.pod };
  return { kind: 'Deployment', namespace, name: target.deployment_name };
}

/** What will change, in one sentence: the plan's own, or what is known before there is one. */
export function actionWords({ action, target, plan }: Pick<Action, 'action' | 'target' | 'plan'>): string {
  return plan?.summary ?? `${kindWords(action)}: ${objectWords(objectOf(target))}`;
}

const verbs: Readonly<Record<Kind, string>> = {
  scale_deployment: 'Scale',
  restart_pod: 'Restart',
  cordon_node: 'Cordon',
  uncordon_node: 'Uncordon',
  drain_node: 'Drain',
  rollback_deployment: 'Restart',
};

const mostOnButton = 48;

/** For the button that has it done: "Uncordon kwok-0007", "Scale checkout to 6". */
export function verbOf({ action, target, plan }: Pick<Action, 'action' | 'target' | 'plan'>): string {
  const after = plan?.changes.find(({ field }) => field === 'spec.replicas')?.after;
  const to = typeof after === 'number' ? ` to ${after}` : '';
  return `${verbs[action]} ${shortened(objectOf(target).name)}${to}`;
}

/** A button is no place for the longest names, whose ends tell them apart; the title has them whole. */
function shortened(name: string): string {
  return name.length > mostOnButton ? `${name.slice(0, 24)}…${name.slice(-16)}` : name;
}

/** pending_approval as people read it: the API's own word. */
export const statusWords = (status: Action['status']): string => status.replaceAll('_', ' ');
