import type { Cluster } from '../../api/clusters.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';
import css from '../app/preview.module.css';
import { type Draft, quotaOf } from './draft.ts';
import { quotaWords } from './quota.ts';

interface WallsProps {
  readonly name: string;
  readonly draft: Draft;
  readonly registries: number;
  readonly cluster: Cluster | undefined;
}

/** What will be made in the cluster, as the form stands. */
export function Walls({ name, draft, registries, cluster }: WallsProps) {
  const quota = quotaOf(draft);
  const objects: readonly (readonly [kind: string, words: string])[] = [
    ['Namespace', `${name === '' ? 'NAME' : name}; pods as pod security ${draft.podSecurity} allows`],
    ['ResourceQuota', quota === null ? 'none: apps may ask for all that the cluster has' : quotaWords(quota)],
    ['LimitRange', 'pods that name no resources get the usual ones'],
    ['NetworkPolicy', 'only its own pods and the ingress controller may call its apps'],
    ['ServiceAccount', 'without a token: its pods cannot call the Kubernetes API'],
    ['RoleBinding', 'Wheelhouse may work here, and in no other namespace by it'],
    ...(registries > 0
      ? ([['Secret', `to pull images from ${registries} ${registries === 1 ? 'registry' : 'registries'}`]] as const)
      : []),
  ];
  return (
    <section className={css['preview']} aria-label="What will be made">
      <h2>What will be made</h2>
      <p>
        A namespace with walls around it
        {cluster !== undefined && (
          <>
            {' '}
            on <ClusterName id={cluster.id} name={cluster.name} />
          </>
        )}
        . If the cluster already has a namespace of this name, it is not touched, and you are told.
      </p>
      <table className={css['objects']}>
        <tbody>
          {objects.map(([kind, words]) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td className="name">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
