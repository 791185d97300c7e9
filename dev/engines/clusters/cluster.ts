import { join } from 'node:path';
import type { Group } from '../runtime/engine.ts';
import type { Home, PortName } from '../runtime/home.ts';
import { users } from '../runtime/users.ts';

/** The two clusters: the same programs twice, on one etcd, with nothing else in common. */
export interface Cluster {
  /** Also begins the names of its engines and data folders. */
  readonly name: 'kube' | 'kube2';
  readonly group: Group;
  readonly kwokGroup: Group;
  readonly kwokName: string;
  readonly etcdPrefix: string;
  readonly ports: {
    readonly apiserver: PortName;
    readonly controllerManager: PortName;
    readonly scheduler: PortName;
    readonly kwok: PortName;
  };
  readonly users: {
    readonly apiserver: number;
    readonly controllerManager: number;
    readonly scheduler: number;
    readonly kwok: number;
  };
}

export const kube: Cluster = {
  name: 'kube',
  group: 'kube',
  kwokGroup: 'kwok',
  kwokName: 'kwok',
  etcdPrefix: '/kube',
  ports: {
    apiserver: 'kubeApiserver',
    controllerManager: 'kubeControllerManager',
    scheduler: 'kubeScheduler',
    kwok: 'kwok',
  },
  users: {
    apiserver: users.kubeApiserver,
    controllerManager: users.kubeControllerManager,
    scheduler: users.kubeScheduler,
    kwok: users.kwok,
  },
};

export const kube2: Cluster = {
  name: 'kube2',
  group: 'kube2',
  kwokGroup: 'kube2',
  kwokName: 'kube2-kwok',
  etcdPrefix: '/kube2',
  ports: {
    apiserver: 'kube2Apiserver',
    controllerManager: 'kube2ControllerManager',
    scheduler: 'kube2Scheduler',
    kwok: 'kube2Kwok',
  },
  users: {
    apiserver: users.kube2Apiserver,
    controllerManager: users.kube2ControllerManager,
    scheduler: users.kube2Scheduler,
    kwok: users.kube2Kwok,
  },
};

export function serverUrl(home: Home, cluster: Cluster): string {
  return `https://127.0.0.1:${home.port(cluster.ports.apiserver)}`;
}

/** For people and tests; the engines have kubeconfigs of their own. */
export function adminKubeconfig(home: Home, cluster: Cluster): string {
  return join(home.dir, cluster.name, 'kubeconfig');
}

/** The HOME of an action agent of this cluster, below the engines' folder; `dev/seed/agent-home.ts` fills it. */
export function agentFolder({ name }: Pick<Cluster, 'name'>): string {
  return join('homes', name);
}
