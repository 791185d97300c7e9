import type { ReactNode } from 'react';
import type { WorkloadPage } from '../../api/objects.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Facts } from '../../design/page.tsx';
import { Time } from '../../design/time.tsx';
import { PodState } from '../../objects/pod-state.tsx';
import { SetBy } from '../../objects/set-by.tsx';
import { Image } from '../app/image.tsx';
import css from './workload-facts.module.css';

type Fact = readonly [name: string, value: ReactNode];

/** How many, of what, since when, and who set it so. */
export function WorkloadFacts({ workload }: { readonly workload: WorkloadPage }) {
  const { desired, template_by, created_at, images, kind } = workload;
  const facts: readonly Fact[] = [
    ...(kind === 'Pod' ? podFacts(workload) : []),
    ...(desired === null ? [] : [['Pods', <Counts key="pods" workload={workload} />] as const]),
    ...(images.length === 0
      ? []
      : [[images.length === 1 ? 'Image' : 'Images', <Images key="images" workload={workload} />] as const]),
    ...(template_by === null ? [] : [['Template last changed', <SetBy key="template" by={template_by} />] as const]),
    ...(created_at === null ? [] : [['Created', <Time key="created" at={created_at} />] as const]),
  ];
  return <Facts facts={facts} />;
}

function Counts({
  workload: { desired, ready, available, updated, replicas_by },
}: {
  readonly workload: WorkloadPage;
}) {
  const others = [
    ['ready', ready],
    ['available', available],
    ['up to date', updated],
  ] as const;
  return (
    <span className={css['stack']}>
      <span>
        <span className="number">{desired}</span> wanted
        {others.map(
          ([word, count]) =>
            count !== null && (
              <span key={word}>
                , <span className="number">{count}</span> {word}
              </span>
            ),
        )}
      </span>
      {replicas_by !== null && <SetBy by={replicas_by} />}
    </span>
  );
}

/** Of several containers each with its name. */
function Images({ workload: { images, containers } }: { readonly workload: WorkloadPage }) {
  return (
    <ul className={css['stack']}>
      {images.map((image, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two containers may have one image, and their order is theirs
        <li key={index}>
          {images.length > 1 && containers[index] !== undefined && (
            <span className="name quiet">{containers[index]} </span>
          )}
          <Image image={image} />
        </li>
      ))}
    </ul>
  );
}

function podFacts({ pods: [pod], cluster_id }: WorkloadPage): readonly Fact[] {
  if (pod === undefined) return [];
  return [
    ['State', <PodState key="state" pod={pod} />],
    [
      'Node',
      pod.node === null ? (
        'none yet'
      ) : (
        <ObjectChip key="node" object={{ kind: 'Node', name: pod.node }} clusterId={cluster_id} short />
      ),
    ],
    [
      'Restarts',
      <span key="restarts" className="number">
        {pod.restarts}
      </span>,
    ],
  ];
}
