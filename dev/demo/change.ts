import type { Api } from '../engines/clusters/api.ts';
import type { Proposal } from '../seed/propose.ts';
import type { Fault, ObjectFault } from './fault.ts';
import { faultsIn } from './faults.ts';
import { ageCondition, patch } from './in-cluster.ts';
import { healAll, setBehaviour, uncordonAll, untilCordoned } from './nodes.ts';
import { markPods, replaceMarkedPods, replaceTroubledPods, troubleOnePod } from './pods.ts';

/** A demo begins whole, whatever the last one left broken. */
export async function fixAll(api: Api): Promise<void> {
  for (const fault of Object.values(faultsIn())) await fixFault(api, fault);
  await uncordonAll(api);
}

/** How the action agent is spoken to. */
export interface Asking {
  /** As an analysis does. */
  readonly propose: (proposal: Proposal) => Promise<void>;
  /** As a person does. */
  readonly drain: (node: string) => Promise<void>;
}

type Drains = NonNullable<ObjectFault['drains']>;

export async function breakFault(api: Api, fault: Fault, asking?: Asking): Promise<void> {
  if ('path' in fault) await breakObject(api, fault, asking);
  else await troubleOnePod(api, fault);
}

async function breakObject(
  api: Api,
  { path, broken, proposal, drains, node, isSilent, lasting }: ObjectFault,
  asking: Asking | undefined,
): Promise<void> {
  if (broken !== undefined) await patch(api, path, broken);
  if (lasting !== undefined) await ageCondition(api, path, lasting);
  if (node !== undefined && isSilent === true) await markPods(api, node);
  if (proposal !== undefined) await asking?.propose(await proposal(api));
  if (drains !== undefined && asking !== undefined) await drainInTrouble(api, drains, asking);
}

/** The trouble comes when the drain has begun: what is concluded then is about the drain. */
async function drainInTrouble(api: Api, { node, behaves }: Drains, { drain }: Asking): Promise<void> {
  const name = await node(api);
  await drain(name);
  await untilCordoned(api, name);
  await setBehaviour(api, name, behaves);
}

export async function fixFault(api: Api, fault: Fault): Promise<void> {
  if (!('path' in fault)) return replaceTroubledPods(api, fault);
  await patch(api, fault.path, fault.whole);
  if (fault.node !== undefined) await replaceMarkedPods(api, fault.node);
  if (fault.drains !== undefined) await healAll(api, fault.drains.behaves);
}
