import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accessFromKubeconfig, type ClusterClient, KubernetesError, openCluster } from '@wheelhouse/kubernetes';
import { engineSetting, eventually } from '@wheelhouse/testkit';

interface Namespace {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status?: { readonly phase?: string };
}

const collection = '/api/v1/namespaces';

/** The real cluster of this clone, with namespaces of this run's own. */
export class LiveGround {
  readonly client: ClusterClient;
  readonly #made = new Map<string, string>();
  readonly #run = randomBytes(3).toString('hex');

  constructor(client: ClusterClient) {
    this.client = client;
  }

  static async open(): Promise<LiveGround> {
    const access = accessFromKubeconfig(await readFile(engineSetting('KUBECONFIG'), 'utf8'));
    return new LiveGround(openCluster(access, { userAgent: 'wheelhouse-proof' }));
  }

  async makeNamespace(): Promise<string> {
    const name = `pdb-scale-down-${this.#run}-${this.#made.size}`;
    this.#made.set(name, '');
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    const { metadata } = await this.client.create<Namespace>(collection, body);
    this.#made.set(name, metadata.uid);
    return name;
  }

  async removeNamespace(name: string): Promise<void> {
    const uid = this.#made.get(name);
    if (uid === undefined || uid === '') return;
    await this.client.delete(`${collection}/${name}`, { uid }).catch(unlessGone);
  }

  /** Removes what is still there, and tells how many namespaces are neither gone nor on their way. */
  async close(): Promise<number> {
    try {
      const names = [...this.#made.keys()];
      await Promise.all(names.map((name) => this.removeNamespace(name)));
      const left = async () =>
        (await Promise.all(names.map((name) => this.#phaseOf(name)))).filter((phase) => phase === 'Active').length;
      return await eventually(async () => {
        if ((await left()) > 0) throw new Error('namespaces are left');
        return 0;
      }, 3_000).catch(left);
    } finally {
      await this.client.close();
    }
  }

  async #phaseOf(name: string): Promise<string | undefined> {
    const there = await this.client.get<Namespace>(`${collection}/${name}`).catch(unlessGone);
    return there?.status?.phase;
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof KubernetesError && error.status === 404) return undefined;
  throw error;
}
