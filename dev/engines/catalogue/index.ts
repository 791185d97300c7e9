import type { Engine, Group } from '../runtime/engine.ts';
import { alertmanager } from './alertmanager.ts';
import { chromium } from './chromium.ts';
import { containerd } from './containerd.ts';
import { docker } from './docker.ts';
import { etcd } from './etcd.ts';
import { kube2Apiserver, kubeApiserver } from './kube-apiserver.ts';
import { kube2ControllerManager, kubeControllerManager } from './kube-controller-manager.ts';
import { kube2Scheduler, kubeScheduler } from './kube-scheduler.ts';
import { kube2Kwok, kwok } from './kwok.ts';
import { kubelet } from './kubelet.ts';
import { metricsServer } from './metrics-server.ts';
import { nodeNetwork } from './node-network.ts';
import { postgresql } from './postgresql.ts';
import { rabbitmq } from './rabbitmq.ts';
import { registry } from './registry.ts';
import { valkey } from './valkey.ts';

/** Every engine, each after what it needs: `up` goes down this list, `down` goes up. */
export const engines: readonly Engine[] = [
  postgresql,
  rabbitmq,
  valkey,
  etcd,
  kubeApiserver,
  kubeControllerManager,
  kubeScheduler,
  kwok,
  metricsServer,
  kube2Apiserver,
  kube2ControllerManager,
  kube2Scheduler,
  kube2Kwok,
  registry,
  nodeNetwork,
  containerd,
  kubelet,
  chromium,
  alertmanager,
  docker,
];

/** The engines of these groups and all they need, in the catalogue's order. */
export function withNeeds(groups: readonly Group[]): readonly Engine[] {
  const wanted = new Set<string>();
  const add = (engine: Engine) => {
    if (wanted.has(engine.name)) return;
    wanted.add(engine.name);
    for (const other of engines) if (engine.needs.includes(other.name)) add(other);
  };
  for (const engine of engines) if (groups.includes(engine.group)) add(engine);
  return engines.filter((engine) => wanted.has(engine.name));
}

/** The engines of these groups and all that need them: what must stop when they stop. */
export function withNeeders(groups: readonly Group[]): readonly Engine[] {
  const wanted = new Set(engines.filter((engine) => groups.includes(engine.group)).map((engine) => engine.name));
  for (const engine of engines) if (engine.needs.some((need) => wanted.has(need))) wanted.add(engine.name);
  return engines.filter((engine) => wanted.has(engine.name));
}
