import type { ReactNode } from 'react';
import type { Cloudspace } from '../../api/apps.ts';
import type { Cluster } from '../../api/clusters.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { contentOf, type Draft } from './draft.ts';
import css from './preview.module.css';

interface PreviewProps {
  readonly name: string;
  readonly replicas: string;
  readonly draft: Draft;
  readonly cloudspace: Cloudspace | undefined;
  readonly cluster: Cluster | undefined;
}

/** What will be made, as the form stands: in words, then object by object. */
export function Preview({ name, replicas, draft, cloudspace, cluster }: PreviewProps) {
  const content = contentOf(draft);
  const { port, resources, strategy, env } = content;
  const called = name === '' ? 'the app' : name;
  const namespace = cloudspace?.namespace ?? 'NAMESPACE';
  const objects: readonly (readonly [kind: string, facts: readonly ReactNode[]])[] = [
    [
      'Deployment',
      [
        content.source.image === '' ? (
          <em>image not given yet</em>
        ) : (
          <code className="name">{content.source.image}</code>
        ),
        `${replicas === '' ? '?' : replicas} ${replicas === '1' ? 'replica' : 'replicas'}, ${strategy}`,
        `each ${resources.cpu_request} CPU and ${resources.memory_request}${resources.memory_limit === resources.memory_request ? '' : `, at most ${resources.memory_limit}`}`,
        envWords(Object.keys(env).length, port),
      ],
    ],
    port === null
      ? ['Service', ['none: without a port it is a worker, which nobody calls']]
      : [
          'Service',
          [
            <code
              key="address"
              className="name"
            >{`http://${name === '' ? 'NAME' : name}.${namespace}.svc.cluster.local:${port}`}</code>,
          ],
        ],
    ['PodDisruptionBudget', ['at most one pod away at a time; never blocks a drain for ever']],
  ];
  return (
    <section className={css['preview']} aria-label="What will be made">
      <h2>What will be made</h2>
      <p>
        <span className="name">{called}</span> in namespace <code>{namespace}</code>
        {cluster !== undefined && (
          <>
            {' '}
            on <ClusterName id={cluster.id} name={cluster.name} />
          </>
        )}
        {cloudspace !== undefined && cloudspace.phase !== 'Ready' && (
          <>. The CloudSpace is {cloudspace.phase}: the deployment waits up to 5 min for it</>
        )}
        .
      </p>
      <table className={css['objects']}>
        <tbody>
          {objects.map(([kind, facts]) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td>
                <ul>
                  {facts.map((fact, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- lines of a fixed order
                    <li key={index}>{fact}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{liveWords(content.port, content.health_check.path)}</p>
      <p>
        {`If it is not within its deadlines (${content.rollout_minutes} min for the rollout), it is Failed, with one sentence on why and the last lines of its log. A later deployment that fails`}
        {draft.rollbackOnFailure ? ' is rolled back to the last one that was Live.' : ' stays as it is until you act.'}
      </p>
    </section>
  );
}

function envWords(names: number, port: number | null): string {
  const own = names === 0 ? '' : `${names} ${names === 1 ? 'variable' : 'variables'}`;
  if (port === null) return own === '' ? 'no environment' : own;
  return own === '' ? 'PORT as its environment' : `${own} and PORT as its environment`;
}

function liveWords(port: number | null, path: string | null): string {
  if (port === null) return 'It is Live once all replicas have been ready for 15 s.';
  if (path === null) return 'It is Live once a request to it is answered with anything below 500.';
  return `It is Live once a GET of ${path} is answered with 2xx or 3xx.`;
}
