import type { Api } from '../engines/clusters/api.ts';
import { nodeName } from '../engines/clusters/fleet.ts';
import type { Proposal } from '../seed/propose.ts';
import { containers } from '../seed/manifests.ts';
import { branchNode, cart, type Namespace } from '../seed/workloads.ts';
import { nodeWith } from './nodes.ts';

/** What can be broken in the demo's cluster: what is changed, and how it is changed back. */

export const faultKinds = [
  'cordon',
  'crash',
  'notready',
  'shortfall',
  'scale-up',
  'node',
  'blocked-drain',
  'node-down',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly path: string;
  /** What we change; left out where the action agent is to do it. */
  readonly broken?: object;
  /** What is then proposed to the action agent, from what is in the cluster. */
  readonly proposal?: (api: Api) => Promise<Proposal>;
  readonly whole: object;
  /** One sentence each. */
  readonly did: string;
  readonly lookFor: string;
  readonly undid: string;
  /** The node whose pods its trouble marks; see `fix`. */
  readonly node?: string;
  /** Nothing is heard of that node any more, so that its pods are marked at once. */
  readonly isSilent?: true;
}

const behaviour = 'wheelhouse.dev/behaviour';
const cordoned = nodeName(7);
const silent = nodeName(13);
const failing = nodeName(4);
const deployment = (ns: string, name: string) => `/apis/apps/v1/namespaces/${ns}/deployments/${name}`;
const annotated = (value: string | null) => ({ metadata: { annotations: { [behaviour]: value } } });

function releaseOfCart(image: string, behaves: string | null): object {
  const pods = { ...annotated(behaves), spec: { containers: containers('cart', { ...cart, image }) } };
  return { spec: { template: pods } };
}

export function faultsIn(place: (namespace: Namespace) => string = (name) => name): Readonly<Record<FaultKind, Fault>> {
  return {
    cordon: {
      path: `/api/v1/nodes/${cordoned}`,
      broken: { spec: { unschedulable: true } },
      whole: { spec: { unschedulable: null } },
      did: `The node ${cordoned} is cordoned: it keeps its pods and takes no new ones.`,
      lookFor:
        'Within seconds the score is 99, with the issue node_cordoned, and its uncordon waits for you under Needs you (wheelhouse actions --pending).',
      undid: `The node ${cordoned} takes pods again.`,
    },
    crash: {
      path: deployment(place('shop'), 'cart'),
      broken: releaseOfCart('acme/cart:1.20.0', 'crash-loop'),
      whole: releaseOfCart(cart.image, null),
      did: 'The Deployment cart in shop got a bad release: its new pods crash again and again.',
      lookFor:
        'Within seconds the score is 92, with the issue crash_loop and the names of the pods. An incident opens (wheelhouse incidents); its timeline begins with the release.',
      undid: 'The Deployment cart in shop is back at its good release.',
    },
    notready: {
      path: `/api/v1/nodes/${silent}`,
      broken: annotated('not-ready'),
      whole: annotated(null),
      did: `The node ${silent} is not ready, and the pods on it no longer count.`,
      lookFor:
        'Within seconds the score is 90 or less, with the issue node_not_ready; workloads that miss its pods may follow after half a minute.',
      undid: `The node ${silent} is ready, and its pods were replaced.`,
      node: silent,
      isSilent: true,
    },
    shortfall: {
      path: deployment(place('payments'), 'fraud-scoring'),
      broken: { spec: { replicas: 24 } },
      whole: { spec: { replicas: 6 } },
      did: 'The Deployment fraud-scoring in payments wants 24 replicas, each on a node of its own, and there are 20 nodes.',
      lookFor:
        'After half a minute the score is 90, with the issues replica_shortfall and unschedulable: the rules wait 30 seconds, for what mends itself is none.',
      undid: 'The Deployment fraud-scoring in payments wants 6 replicas again.',
    },
    'scale-up': {
      path: deployment(place('payments'), 'fraud-scoring'),
      whole: { spec: { replicas: 6 } },
      proposal: async () => ({
        action: 'scale_deployment',
        AutoApprove: true,
        target: { namespace: place('payments'), deployment_name: 'fraud-scoring', replicas: 24 },
        reason: 'More payments than usual are waiting to be scored.',
        confidence: 0.7,
        evidence: [{ source: 'demo', summary: 'Made up by: demo break scale-up.' }],
      }),
      did: 'The action agent was told to scale fraud-scoring in payments from 6 to 24 replicas without approval.',
      lookFor:
        'There are 20 nodes, and each takes one: after a minute the agent sees that the score has dropped by 10, and scales it back by itself (wheelhouse actions).',
      undid: 'The Deployment fraud-scoring in payments wants 6 replicas again.',
    },
    node: {
      path: `/api/v1/nodes/${failing}`,
      broken: annotated('not-ready'),
      whole: { ...annotated(null), spec: { unschedulable: null } },
      proposal: async () => drainOf(failing, 'The node is not ready, and its pods no longer answer.', 'node'),
      did: `The node ${failing} is not ready, its pods fail, and a drain of it is proposed.`,
      lookFor:
        'The drain waits for you under Needs you (wheelhouse actions --pending). Approve it, and its page shows each pod leave the node.',
      undid: `The node ${failing} is ready and takes pods again.`,
      node: failing,
    },
    'blocked-drain': {
      path: `/apis/policy/v1/namespaces/${place('payments')}/poddisruptionbudgets/payment-gateway`,
      broken: { spec: { minAvailable: 6 } },
      whole: { spec: { minAvailable: 4 } },
      proposal: async (api) =>
        drainOf(
          await nodeWith(api, place('payments'), 'payment-gateway'),
          'The node is due for maintenance.',
          'blocked-drain',
        ),
      did: 'The budget of payment-gateway in payments lets none of its 6 pods go, and a drain of a node that has one is proposed.',
      lookFor:
        'The drain waits for you under Needs you (wheelhouse actions --pending). Approve it: its page names the pod and the budget, tries five times within 75 seconds, and fails unless you undo this meanwhile.',
      undid:
        'The budget of payment-gateway in payments lets 2 of its 6 pods go again; a drain that waits for it goes on.',
    },
    'node-down': {
      path: `/api/v1/nodes/${branchNode}`,
      broken: annotated('not-ready'),
      whole: annotated(null),
      did: `The node ${branchNode} is down, and with it the till servers of a dozen branches, which run nowhere else.`,
      lookFor:
        'Within seconds one incident opens, of the node (wheelhouse incidents). After half a minute the dozen workloads miss their pods: they are named in that incident, and open none of their own.',
      undid: `The node ${branchNode} is back, and its pods were replaced.`,
      node: branchNode,
      isSilent: true,
    },
  };
}

function drainOf(node: string, reason: string, kind: FaultKind): Proposal {
  return {
    action: 'drain_node',
    AutoApprove: false,
    target: { node_name: node },
    reason,
    confidence: 0.8,
    evidence: [{ source: 'demo', summary: `Made up by: demo break ${kind}.` }],
  };
}

export function isFaultKind(word: string): word is FaultKind {
  return faultKinds.some((kind) => kind === word);
}
