import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClusterApi, untilServing } from './api.ts';
import { certificate, certificateKey, folder, metricsPort } from './files.ts';
import { kubeconfigOf, makeIdentities, signingKey, tokensFile } from './identities.ts';

/**
 * The demo's Kubernetes in one container: etcd, the control plane, and KWOK, which plays the nodes. What its programs say
 * is in the volume, under `logs`. When one ends, all end, and docker starts them again.
 */

const behaviour = join(import.meta.dirname, '../../dev/engines/kwok/behaviour.yaml');
const as = (name: Parameters<typeof kubeconfigOf>[0]) =>
  ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map(
    (flag) => `--${flag}=${kubeconfigOf(name)}`,
  );

const programs = {
  etcd: [
    `--data-dir=${folder}/etcd`,
    '--listen-client-urls=http://127.0.0.1:2379',
    '--advertise-client-urls=http://127.0.0.1:2379',
    '--listen-peer-urls=http://127.0.0.1:2380',
    '--auto-compaction-retention=30m',
    '--log-level=warn',
    '--unsafe-no-fsync',
  ],
  'kube-apiserver': [
    '--bind-address=0.0.0.0',
    '--etcd-servers=http://127.0.0.1:2379',
    `--cert-dir=${folder}/certificates`,
    `--token-auth-file=${tokensFile}`,
    `--service-account-key-file=${signingKey}`,
    `--service-account-signing-key-file=${signingKey}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.96.0.0/24',
    '--authorization-mode=RBAC',
    '--anonymous-auth=false',
    '--endpoint-reconciler-type=none',
    '--profiling=false',
  ],
  'kube-controller-manager': [
    ...as('controller-manager'),
    `--root-ca-file=${certificate}`,
    `--service-account-private-key-file=${signingKey}`,
    '--use-service-account-credentials=true',
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    '--cert-dir=/tmp/controller-manager',
    // KWOK renews leases rarely.
    '--node-monitor-grace-period=5m',
    '--profiling=false',
  ],
  'kube-scheduler': [
    ...as('scheduler'),
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    '--cert-dir=/tmp/scheduler',
    '--profiling=false',
  ],
  kwok: [
    '--v=ERROR',
    `--kubeconfig=${kubeconfigOf('kwok')}`,
    `--config=${behaviour}`,
    '--manage-all-nodes=false',
    '--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake',
    '--node-ip=127.0.0.1',
    '--node-lease-duration-seconds=200',
    // As kubelets: metrics-server reads their figures over TLS.
    '--server-address=127.0.0.1:10247',
    '--node-port=10247',
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${certificateKey}`,
  ],
  'metrics-server': [
    ...as('metrics-server'),
    // Only the API server reaches it, which has no certificate to show: see workloads.ts.
    '--authentication-tolerate-lookup-failure=true',
    '--bind-address=127.0.0.1',
    `--secure-port=${metricsPort}`,
    '--cert-dir=/tmp/metrics-server',
    '--kubelet-insecure-tls',
    '--kubelet-preferred-address-types=InternalIP',
    '--kubelet-use-node-status-port',
    '--metric-resolution=15s',
  ],
} as const;
type Name = keyof typeof programs;

const running: ChildProcess[] = [];
let isStopping = false;

function start(name: Name): void {
  const log = join(folder, 'logs', `${name}.log`);
  const out = openSync(log, 'w', 0o600);
  const child = spawn(name, programs[name], { stdio: ['ignore', out, out] });
  running.push(child);
  const ended = (how: string) => {
    if (isStopping) return;
    console.error(`${name} ended (${how}). The last it said:\n${readFileSync(log, 'utf8').slice(-2_000)}`);
    void stop(1);
  };
  child.once('error', (error) => ended(error.message));
  child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
}

/** In the opposite order of their start, so that none loses what it needs to end. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const child of running.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await gone;
    clearTimeout(patience);
  }
  process.exit(code);
}

process.once('SIGTERM', () => void stop(0));
process.once('SIGINT', () => void stop(0));

mkdirSync(join(folder, 'logs'), { recursive: true });
makeIdentities();
start('etcd');
start('kube-apiserver');
await untilServing();
const api = openClusterApi();
// KWOK plays no node whose lease another one holds, and it has a new name at every start.
await api.call('DELETE', '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases');
api.close();
start('kube-controller-manager');
start('kube-scheduler');
start('kwok');
start('metrics-server');
