import type { Rule } from './rule.ts';
import { nodeKey, nodeObject, withWarning } from './words.ts';

const nodeNotReady: Rule<'joining_seconds'> = {
  name: 'node_not_ready',
  category: 'nodes',
  title: 'Node not ready',
  meaning:
    'The node reports that it is not ready, or has stopped reporting (`Unknown`). No new pods are scheduled on it, and after five minutes Kubernetes starts to replace the ones it has. A new node that has never been ready is given time to join first.',
  suggestedAction:
    'See what the node reports: kubectl describe node {name}. If the machine is up, check its kubelet: journalctl -u kubelet. If it is gone for good, delete the node so that its pods can be replaced: kubectl delete node {name}.',
  steps: [{ afterSeconds: 0, severity: 'critical', impact: 10 }],
  thresholds: {
    joining_seconds: {
      default: 300,
      minimum: 0,
      maximum: 3_600,
      about: 'how long a new node may take to become ready for the first time',
    },
  },
  *find(state, _now, { joining_seconds: joiningSeconds }) {
    for (const node of state.nodes.values()) {
      if (node.ready === 'True') continue;
      const silent = node.ready === 'Unknown' && !node.neverReady;
      const what = silent ? 'The node has stopped reporting' : 'The node is not ready';
      const said = node.readyMessage === '' ? what : `${what}: ${node.readyMessage}`;
      const pods = state.podsOn(node.name);
      yield {
        object: nodeObject(node.name),
        message: withWarning(state, `${said}. Pods on it: ${pods}.`, [nodeKey(node.name)]),
        since: node.readySince ?? (node.neverReady ? node.createdAt : undefined),
        afterSeconds: node.neverReady ? joiningSeconds : undefined,
      };
    }
  },
};

const nodePressure: Rule<never> = {
  name: 'node_pressure',
  category: 'nodes',
  title: 'Node under pressure',
  meaning:
    'The node is running out of memory, disk or process ids. It accepts no new pods of some kinds and starts to evict the ones it has.',
  suggestedAction:
    'See what uses it up: kubectl describe node {name}, and kubectl top pods -A --sort-by=memory. For disk: clean up old images and logs on the machine. If it persists, move pods elsewhere: kubectl drain {name} --ignore-daemonsets.',
  steps: [{ afterSeconds: 0, severity: 'warning', impact: 4 }],
  thresholds: {},
  *find(state) {
    for (const node of state.nodes.values()) {
      if (node.pressures.length === 0) continue;
      const message = `The node is short of ${node.pressures.join(', ')}. Pods on it: ${state.podsOn(node.name)}.`;
      yield {
        object: nodeObject(node.name),
        message: withWarning(state, message, [nodeKey(node.name)]),
        since: node.pressureSince,
      };
    }
  },
};

const nodeCordoned: Rule<never> = {
  name: 'node_cordoned',
  category: 'nodes',
  title: 'Node cordoned',
  meaning:
    'Someone took the node out of service: its pods keep running, and no new ones are scheduled on it. Fine for an hour of maintenance; after a day it was most likely forgotten.',
  suggestedAction: 'When maintenance is finished: kubectl uncordon {name}.',
  steps: [
    { afterSeconds: 0, severity: 'info', impact: 1 },
    { afterSeconds: 86_400, severity: 'warning', impact: 3 },
  ],
  thresholds: {},
  *find(state) {
    for (const node of state.nodes.values()) {
      if (!node.cordoned) continue;
      yield {
        object: nodeObject(node.name),
        message: `The node accepts no new pods. Pods on it: ${state.podsOn(node.name)}.`,
        since: node.cordonedSince,
      };
    }
  },
};

export const nodeRules: readonly Rule[] = [nodeNotReady, nodePressure, nodeCordoned];
