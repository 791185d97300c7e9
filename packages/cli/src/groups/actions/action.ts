import { actionLabels } from '@wheelhouse/contracts';
import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument } from '../../completion/choices.ts';
import type { Asked } from '../../declare/pages.ts';
import { namesOf, resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';

export type Action = Schemas['action-agent']['Action'];
export type Plan = NonNullable<Action['plan']>;

export const actionsPath = '/agents/action/api/v1/actions';
export const actionPath = '/agents/action/api/v1/actions/{id}';
export const pendingPath = '/agents/action/api/v1/actions/pending';

const actionItems = (client: Client, query: Asked) => client.list(actionsPath, { query });
const pendingItems = (client: Client, query: Asked) => client.list(pendingPath, { query });
const idOf = ({ id }: Action) => id;
const which = 'id, or the beginning of it';

const found = resource(which, {
  one: 'action',
  many: 'actions',
  items: actionItems,
  get: (client, id) => client.get(actionPath, { params: { id } }),
});

export const actions = { ...found, arguments: [argument('<id>', which, namesOf(actionItems, idOf, 50))] };

export const pendingIds = namesOf(pendingItems, idOf);

/** It finds any action: if it is not pending, the API says so. */
export const pending = { ...found, arguments: [argument('<pending-id>', which, pendingIds)] };

export async function actionById(client: Client, id: string): Promise<Action> {
  return (await client.get(actionPath, { params: { id } })).data;
}

/** `kwok-0007`, `shop/cart-5f7d`, `shop/checkout to 6`. */
export function targetOf({ target }: Pick<Action, 'target'>): string {
  if ('node_name' in target) return target.node_name;
  if ('pod' in target) return `${target.namespace}/${target.pod}`;
  const replicas = 'replicas' in target ? target.replicas : undefined;
  return `${target.namespace}/${target.deployment_name}${replicas === undefined ? '' : ` to ${replicas}`}`;
}

export function titleOf(action: Pick<Action, 'action' | 'target'>): string {
  return `${actionLabels[action.action]} ${targetOf(action)}`;
}

const styles = {
  pending_approval: 'yellow',
  executing: 'blue',
  success: 'green',
  failed: 'red',
  rejected: 'dim',
  expired: 'dim',
  canceled: 'dim',
} as const satisfies Record<Action['status'], Style>;

export function statusStyle({ status }: Pick<Action, 'status'>): Style {
  return styles[status];
}
