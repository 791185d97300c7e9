import { mustHave, type Api } from '../../dev/engines/clusters/api.ts';
import { listNodes, setFleetSize } from '../../dev/engines/clusters/fleet.ts';
import { deployment, namespace } from '../../dev/seed/manifests.ts';

/** Something of the stranger's own, in the cluster they had before: a release that crashes. */
export interface Trouble {
  readonly name: string;
  readonly mend: () => Promise<void>;
}

const fewestNodes = 3;

export async function makeTrouble(api: Api): Promise<Trouble> {
  const [space, name] = [`stranger-${process.pid}`, 'newsletter'];
  const before = (await listNodes(api, 'wheelhouse.dev/fleet=kwok')).length;
  await setFleetSize(api, Math.max(before, fewestNodes), () => undefined);
  const made = async (path: string, object: object) => mustHave(await api.call('POST', path, object), `POST ${path}`);
  await made('/api/v1/namespaces', namespace(space));
  const deployments = `/apis/apps/v1/namespaces/${space}/deployments`;
  await made(
    deployments,
    deployment(space, name, { replicas: 2, cpu: 100, memory: 64, used: 0.1, image: 'acme/newsletter:1' }),
  );
  const crashing = {
    spec: { template: { metadata: { annotations: { 'wheelhouse.dev/behaviour': 'crash-loop' } } } },
  };
  mustHave(await api.call('PATCH', `${deployments}/${name}`, crashing), 'breaking it');
  return {
    name,
    mend: async () => {
      mustHave(await api.call('DELETE', `/api/v1/namespaces/${space}`), 'putting it away');
      await setFleetSize(api, before, () => undefined);
    },
  };
}
