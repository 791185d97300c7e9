import type { WorkloadChange } from '@wheelhouse/contracts';
import { groupOfObject, objectWords } from '../signals/group.ts';
import type { Happening } from './happened.ts';

/** What anybody changed of a workload, whoever deployed it. */
export function workloadChanged(clusterId: string, change: WorkloadChange): Happening {
  const { object, manager, at, images, replicas } = change;
  const by = manager === null ? '' : `, by ${manager}`;
  return {
    place: {
      clusterId,
      ...(object.namespace === null ? {} : { namespace: object.namespace }),
      groupKeys: [groupOfObject(clusterId, object)],
    },
    entries: [
      {
        kind: 'change',
        at: new Date(at),
        summary: `${objectWords(object)}: ${wordsOf(change)}${by}.`,
        object,
        data: { change: change.change, images, replicas, manager },
      },
    ],
  };
}

function wordsOf({ change, images, replicas }: WorkloadChange): string {
  switch (change) {
    case 'created':
      return `created${images.after.length === 0 ? '' : `, image ${images.after.join(', ')}`}`;
    case 'deleted':
      return 'deleted';
    case 'restarted':
      return 'restarted, without another change';
    case 'replicas':
      return `replicas ${replicas.before ?? 'unknown'} → ${replicas.after ?? 'unknown'}`;
    case 'template':
      return images.before.join() === images.after.join()
        ? 'pod template changed'
        : `image ${images.before.join(', ')} → ${images.after.join(', ')}`;
    default:
      throw new RangeError(`Nobody changes a workload by ${JSON.stringify(change satisfies never)}`);
  }
}
