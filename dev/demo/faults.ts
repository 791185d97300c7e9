import { nodeName } from '../engines/clusters/fleet.ts';
import { scalingSpec } from '../seed/manifests.ts';
import type { Proposal } from '../seed/propose.ts';
import { branchNode, type Namespace, storefrontScaling } from '../seed/workloads.ts';
import type { Fault, FaultKind, ObjectFault, PodFault } from './fault.ts';
import { minutesAgo } from './in-cluster.ts';
import { nodeWith } from './nodes.ts';
import { badRelease, behaviour, goodRelease, stallingRelease } from './releases.ts';

/** What can be broken in the demo's cluster. */

const forgotten = nodeName(7);
const silent = nodeName(13);
const failing = nodeName(4);
const aDayMinutes = 25 * 60;

const deployment = (ns: string, name: string) => `/apis/apps/v1/namespaces/${ns}/deployments/${name}`;
const annotated = (value: string | null) => ({ metadata: { annotations: { [behaviour]: value } } });

type PodFaultKind = 'wedged' | 'crash-stale' | 'oom';
type Faults = Readonly<Record<Exclude<FaultKind, PodFaultKind>, Extract<Fault, ObjectFault>>> &
  Readonly<Record<PodFaultKind, Extract<Fault, PodFault>>>;

export function faultsIn(place: (namespace: Namespace) => string = (name) => name): Faults {
  return {
    cordon: {
      path: `/api/v1/nodes/${forgotten}`,
      broken: {
        spec: {
          unschedulable: true,
          // Kubernetes takes its time from here: it would write the same, with now.
          taints: [
            { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: minutesAgo(aDayMinutes) },
          ],
        },
      },
      whole: { spec: { unschedulable: null } },
      did: `The node ${forgotten} is cordoned, since yesterday as it seems: it keeps its pods and takes no new ones.`,
      lookFor:
        'Within seconds the score is 97, with the issue node_cordoned, and an incident opens (wheelhouse incidents). The rule forgotten_cordon proposes to uncordon the node; that waits for you under Needs you (wheelhouse actions --pending).',
      undid: `The node ${forgotten} takes pods again.`,
    },
    crash: {
      path: deployment(place('shop'), 'cart'),
      broken: badRelease('cart', 'acme/cart:1.20.0', 'crash-loop'),
      whole: goodRelease('cart'),
      did: 'The Deployment cart in shop got a bad release: its new pods crash again and again.',
      lookFor:
        'Within seconds the score is 92, with the issue crash_loop and the names of the pods. An incident opens (wheelhouse incidents); its timeline begins with the release, and the rule bad_rollout suggests to take it back.',
      undid: 'The Deployment cart in shop is back at its good release.',
    },
    notready: {
      path: `/api/v1/nodes/${silent}`,
      broken: annotated('not-ready'),
      whole: annotated(null),
      did: `The node ${silent} is not ready, and the pods on it no longer count.`,
      lookFor:
        'Within seconds the score is 90 or less, with the issue node_not_ready, and an incident opens; workloads that miss its pods may follow after half a minute. After five minutes the rule dead_node proposes to cordon it.',
      undid: `The node ${silent} is ready, and its pods were replaced.`,
      node: silent,
      isSilent: true,
    },
    wedged: {
      namespace: place('shop'),
      deployment: 'checkout',
      behaves: 'wedged',
      did: 'One of the 6 pods of checkout in shop runs, but is not ready any more, and it looks as if that had been so for six minutes.',
      lookFor:
        'After half a minute the score is 95, with the issue replica_shortfall, and an incident opens. The rule wedged_pod proposes to restart that pod; it waits for you under Needs you.',
      undid: 'The pod of checkout that was not ready is replaced.',
    },
    'crash-stale': {
      namespace: place('shop'),
      deployment: 'catalog',
      behaves: 'crash-held',
      did: 'One of the 6 pods of catalog in shop has crashed five times, and Kubernetes waits before it starts it again. Whatever it crashed of is over.',
      lookFor:
        'Within seconds the score is 92, with the issue crash_loop, and an incident opens. The rule stale_crash_loop proposes to restart that pod, once; it waits for you under Needs you.',
      undid: 'The pod of catalog that was held back is replaced.',
    },
    'too-many': {
      path: deployment(place('payments'), 'fraud-scoring'),
      broken: { spec: { replicas: 24 } },
      whole: { spec: { replicas: 6 } },
      did: 'The Deployment fraud-scoring in payments wants 24 replicas, each on a node of its own, and there are 20 nodes.',
      lookFor:
        'After half a minute the score is 90, with the issues replica_shortfall and unschedulable: the rules wait 30 seconds, for what mends itself is none. An incident opens, and the rule replicas_too_many proposes to scale it back to 6; that waits for you under Needs you.',
      undid: 'The Deployment fraud-scoring in payments wants 6 replicas again.',
    },
    rollout: {
      path: deployment(place('shop'), 'search'),
      broken: stallingRelease('search', 'acme/search:0.32.0', 30),
      whole: goodRelease('search'),
      did: 'The Deployment search in shop got a release whose pods never become ready; it is given up for stalled after 30 seconds.',
      lookFor:
        'Then the score is 95, with the issue replica_shortfall, and an incident opens. Nothing is proposed: the rule bad_rollout suggests to roll back, and says why an action of ours would not help.',
      undid: 'The Deployment search in shop is back at its good release.',
    },
    image: {
      path: deployment(place('data'), 'recommendations'),
      broken: badRelease('recommendations', 'acme/recommendations:0.9.9-rc', 'image-pull'),
      whole: goodRelease('recommendations'),
      did: 'The Deployment recommendations in data got a release whose image nobody pushed.',
      lookFor:
        'Within seconds the score is 94, with the issue image_pull, and an incident opens. Nothing is proposed: the rule bad_rollout names both images, and suggests to go back to the one that could be pulled.',
      undid: 'The Deployment recommendations in data is back at its good release.',
    },
    oom: {
      namespace: place('payments'),
      deployment: 'ledger',
      behaves: 'crash-held',
      lastEnd: { reason: 'OOMKilled', exitCode: 137 },
      did: 'One of the 4 pods of ledger in payments was killed five times, because it used more memory than its limit allows.',
      lookFor:
        'Within seconds the score is 87, with the issues crash_loop and oom_killed, and an incident opens. Nothing is proposed, for a restarted pod would be killed again: the rule out_of_memory suggests a higher limit, with figures.',
      undid: 'The pod of ledger that was killed is replaced.',
    },
    hpa: {
      path: `/apis/autoscaling/v2/namespaces/${place('shop')}/horizontalpodautoscalers/storefront`,
      broken: { spec: scalingSpec({ ...storefrontScaling, maximum: storefrontScaling.minimum, percent: 30 }) },
      whole: { spec: scalingSpec(storefrontScaling) },
      lasting: 'ScalingLimited',
      did: 'The autoscaler of storefront in shop may not have more than the 8 pods that there are, and wants twice as many; it looks as if that had been so for a quarter of an hour.',
      lookFor:
        'Within seconds the score is 98, with the issue autoscaler_at_maximum, and an incident opens. Nothing is proposed: the rule autoscaler_at_maximum suggests a higher maximum, if the load is real.',
      undid: 'The autoscaler of storefront in shop may have up to 24 pods again, and wants 8.',
    },
    'scale-up': {
      path: deployment(place('payments'), 'fraud-scoring'),
      whole: { spec: { replicas: 6 } },
      proposal: async () => scaleUp(place('payments')),
      did: 'The action agent was told to scale fraud-scoring in payments from 6 to 24 replicas without approval.',
      lookFor:
        'There are 20 nodes, and each takes one: after a minute the agent sees that the score has dropped by 10, and scales it back by itself (wheelhouse actions).',
      undid: 'The Deployment fraud-scoring in payments wants 6 replicas again.',
    },
    node: {
      path: `/api/v1/nodes/${failing}`,
      broken: annotated('memory-pressure'),
      whole: { ...annotated(null), spec: { unschedulable: null } },
      lasting: 'MemoryPressure',
      did: `The node ${failing} runs out of memory, and it looks as if it had done so for a quarter of an hour.`,
      lookFor:
        'Within seconds the score is 96, with the issue node_pressure, and an incident opens. The rule failing_node proposes to drain it, which waits for you under Needs you. Approve it, and its page shows each pod leave the node.',
      undid: `The node ${failing} has memory and takes pods again.`,
    },
    'blocked-drain': {
      path: `/apis/policy/v1/namespaces/${place('payments')}/poddisruptionbudgets/payment-gateway`,
      broken: { spec: { minAvailable: 6 } },
      whole: { spec: { minAvailable: 4 } },
      drains: { node: (api) => nodeWith(api, place('payments'), 'payment-gateway'), behaves: 'disk-pressure' },
      did: 'The budget of payment-gateway in payments lets none of its 6 pods go. A node that has one of them is short of disk, and is drained, as if you had asked for it.',
      lookFor:
        'Within seconds an incident of the node opens, and the rule blocked_drain names the budget that is in the way and what to change. The page of the drain (wheelhouse actions) names the pod, tries five times within 75 seconds, and fails unless you undo this meanwhile.',
      undid:
        'The budget of payment-gateway in payments lets 2 of its 6 pods go again, and the node has disk; a drain that waits for it goes on.',
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

/** No rule of ours would: it is there to be taken back. */
function scaleUp(namespace: string): Proposal {
  return {
    action: 'scale_deployment',
    AutoApprove: true,
    target: { namespace, deployment_name: 'fraud-scoring', replicas: 24 },
    reason: 'More payments than usual are waiting to be scored.',
    confidence: 0.7,
    evidence: [{ source: 'demo', summary: 'Made up by: demo break scale-up.' }],
  };
}
