import { actionLabels } from '@wheelhouse/contracts';
import type { Client, Schemas } from '@wheelhouse/sdk';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import type { Style } from './output/terminal.ts';

export type Action = Schemas['action-agent']['Action'];
export type Plan = NonNullable<Action['plan']>;

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export async function actionById(client: Client, id: string): Promise<Action> {
  return (await client.get('/agents/action/api/v1/actions/{id}', { params: { id } })).data;
}

/** By its id, or by the beginning of one that is nobody else's. */
export async function actionMeant(client: Client, given: string): Promise<Action> {
  const wanted = given.toLowerCase();
  if (uuid.test(wanted)) return actionById(client, wanted);
  const found: Action[] = [];
  if (/^[\da-f-]+$/.test(wanted))
    for await (const one of client.list('/agents/action/api/v1/actions', { query: { limit: 200 } })) {
      if (one.id.startsWith(wanted)) found.push(one);
      // Newest first is by id as well: from here on none begins so.
      else if (one.id < wanted) break;
    }
  const [first, ...others] = found;
  if (first === undefined)
    throw new Failure(exitCodes.error, `there is no action ${given}`, 'wheelhouse actions lists them');
  if (others.length === 0) return first;
  throw new Failure(
    exitCodes.usage,
    `${found.length} actions begin with ${given}: ${briefly(found.map(({ id }) => id))}`,
    'give more of the id',
  );
}

const mostNamed = 5;

function briefly(ids: readonly string[]): string {
  return ids.length > mostNamed ? `${ids.slice(0, mostNamed).join(', ')} …` : ids.join(', ');
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
