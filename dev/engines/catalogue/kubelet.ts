import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { apiOf } from '../clusters/engine-api.ts';
import { kube } from '../clusters/cluster.ts';
import { isReady, type NodeItem } from '../clusters/fleet.ts';
import { certificateFiles, identities, kubeconfigFor, pkiFolder } from '../clusters/identities.ts';
import { addressesOf, insideNode, nodeName, nodeTaint, whyImpossible } from '../node/machine.ts';
import { ensureCertificate, type Identity } from '../runtime/certificates.ts';
import type { Engine } from '../runtime/engine.ts';
import { kubernetesPrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { versions } from '../versions.ts';

function identity(home: Home): Identity {
  return {
    name: nodeName,
    commonName: `system:node:${nodeName}`,
    organization: 'system:nodes',
    alternativeNames: `DNS:${nodeName},IP:${addressesOf(home).nodeAddress}`,
  };
}

function configuration(home: Home) {
  const { nodeAddress, cgroup } = addressesOf(home);
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address: nodeAddress,
    readOnlyPort: 0,
    tlsCertFile: '/engine/kubelet-pki/tls.crt',
    tlsPrivateKeyFile: '/engine/kubelet-pki/tls.key',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: '/engine/kubelet-pki/ca.crt' },
    },
    authorization: { mode: 'Webhook' },
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    registerWithTaints: [{ key: nodeTaint, effect: 'NoSchedule' }],
    // A corner of its own in every hierarchy; v1 is what these machines have.
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${cgroup}`,
    failCgroupV1: false,
    enforceNodeAllocatable: [],
    // Nothing of the host's: its resolver, its firewall, its swap, its disk accounting.
    resolvConf: '',
    makeIPTablesUtilChains: false,
    failSwapOn: false,
    localStorageCapacityIsolation: false,
    imageGCHighThresholdPercent: 100,
    evictionHard: { 'memory.available': '0%', 'nodefs.available': '0%', 'imagefs.available': '0%' },
    nodeStatusUpdateFrequency: '5s',
  };
}

async function prepare(home: Home): Promise<void> {
  const folder = join(home.dir, 'node');
  await mkdir(join(folder, 'kubelet-pki'), { recursive: true, mode: 0o700 });
  const files = await certificateFiles(home, kube, identity(home));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'kubelet-pki', name), content, { mode: 0o600 });
  await writeFile(join(folder, 'kubelet.yaml'), JSON.stringify(configuration(home), null, 2));
  await writeFile(join(folder, 'kubelet.kubeconfig'), await kubeconfigFor(home, kube, identity(home)), { mode: 0o600 });
}

/** The kubelet's own word first; the API server may still believe in one that has just died. */
async function kubeletAnswers(home: Home): Promise<void> {
  const client = await ensureCertificate(pkiFolder(home, kube), identities.apiserverToKubelet);
  const ca = await readFile(join(pkiFolder(home, kube), 'ca.crt'));
  const host = addressesOf(home).nodeAddress;
  const options = {
    host,
    port: 10_250,
    path: '/healthz',
    ca,
    cert: client.certificate,
    key: client.key,
    agent: false,
    timeout: 3_000,
  };
  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = get(options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('the kubelet does not answer within 3 s')));
    outgoing.on('error', reject);
  });
  if (status !== 200) throw new Error(`the kubelet's /healthz answered ${status}`);
}

async function nodeIsReady(home: Home): Promise<void> {
  const api = await apiOf(home, kube);
  try {
    const answer = await api.call('GET', `/api/v1/nodes/${nodeName}`);
    if (answer.status !== 200) throw new Error(`node ${nodeName} is not registered yet`);
    const node = JSON.parse(answer.text) as NodeItem;
    if (!isReady(node)) throw new Error(`node ${nodeName} is not Ready`);
  } finally {
    api.close();
  }
}

/** A node that was taken down on purpose is not one that failed. */
async function unregister(home: Home): Promise<void> {
  if (!existsSync(join(pkiFolder(home, kube), 'ca.crt'))) return;
  const api = await apiOf(home, kube);
  try {
    await api.call('DELETE', `/api/v1/nodes/${nodeName}`);
  } catch {
    // No API server, so nobody is told anything wrong; the object goes with its data.
  } finally {
    api.close();
  }
}

export const kubelet: Engine = {
  name: 'kubelet',
  title: `kubelet ${versions.kubernetes}`,
  group: 'node',
  needs: ['containerd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'],
  restartsWith: ['node-network'],
  recipes: [kubernetesPrograms],
  ports: [],
  impossible: whyImpossible,
  prepare,
  daemons: [
    {
      name: 'kubelet',
      program: (home) =>
        insideNode(home, [
          '/programs/kubelet',
          '--config=/engine/kubelet.yaml',
          '--kubeconfig=/engine/kubelet.kubeconfig',
          '--root-dir=/var/lib/kubelet',
          `--hostname-override=${nodeName}`,
          `--node-ip=${addressesOf(home).nodeAddress}`,
          `--node-labels=${nodeTaint}=true`,
        ]),
    },
  ],
  check: async (home) => {
    await kubeletAnswers(home);
    await nodeIsReady(home);
  },
  cleanUp: unregister,
  data: [],
};
