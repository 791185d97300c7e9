import { actionLabels } from '@wheelhouse/contracts';
import type { Action } from '../api/actions.ts';

type Kind = Action['action'];
type Target = Action['target'];

/** The same words wherever an action is named. */

export const kindWords = (kind: Kind): string => actionLabels[kind];

/** "Deployment shop/checkout", "Node kwok-0007". */
export function targetWords(target: Target): string {
  if ('node_name' in target) return `Node ${target.node_name}`;
  if ('pod' in target) return `Pod ${target.namespace}/${target.pod}`;
  return `Deployment ${target.namespace}/${target.deployment_name}`;
}

/** What will change, in one sentence: the plan's own, or what is known before there is one. */
export function actionWords({ action, target, plan }: Pick<Action, 'action' | 'target' | 'plan'>): string {
  return plan?.summary ?? `${kindWords(action)}: ${targetWords(target)}`;
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
  return `${verbs[action]} ${shortened(nameOf(target))}${to}`;
}

function nameOf(target: Target): string {
  if ('node_name' in target) return target.node_name;
  return 'pod' in target ? target.pod : target.deployment_name;
}

/** A button is no place for the longest names, whose ends tell them apart; the title has them whole. */
function shortened(name: string): string {
  return name.length > mostOnButton ? `${name.slice(0, 24)}…${name.slice(-16)}` : name;
}

/** pending_approval as people read it: the API's own word. */
export const statusWords = (status: Action['status']): string => status.replaceAll('_', ' ');
