import type { Facts } from '@wheelhouse/contracts';
import type { Found } from './item.ts';
import { coresWords, countWords, forWords, listWords, memoryWords, pageOf } from './words.ts';

const readyWords = { True: 'ready', False: 'not ready', Unknown: 'no longer heard of' } as const;

export function itemsOfNode({ node, at }: Facts, clusterId: string): readonly Found[] {
  if (node === null) return [];
  const { name, ready, ready_since, pressures, pressure_since, cordoned, cordoned_since, cordoned_by } = node;
  const { pods, not_ready_in_hour: often } = node;
  const words = [
    `is ${readyWords[ready]}${forWords(ready_since, at)}`,
    ...(pressures.length === 0 ? [] : [`under ${listWords(pressures)}${forWords(pressure_since, at)}`]),
    ...(cordoned ? [`cordoned${forWords(cordoned_since, at)}${cordoned_by === null ? '' : ` by ${cordoned_by}`}`] : []),
    ...(often === 0 ? [] : [`became not ready ${countWords(often, 'time')} within an hour`]),
    ...(pods === null ? [] : [`holds ${countWords(pods, 'pod')}`]),
  ];
  const isTroubled = ready !== 'True' || pressures.length > 0 || cordoned || often > 0;
  const url = pageOf(clusterId, { kind: 'Node', namespace: null, name });
  return [
    {
      source: 'node',
      weight: isTroubled ? 95 : 46,
      summary: `Node ${name} ${words.join(', ')}.`,
      ...(ready_since === null ? {} : { at: ready_since }),
      ...(url === undefined ? {} : { url }),
    },
  ];
}

export function itemsOfPodNodes({ pod_nodes: nodes, node }: Facts, clusterId: string): readonly Found[] {
  if (nodes.length === 0 || node !== null) return [];
  const troubled = nodes.filter(
    ({ ready, cordoned, pressures }) => ready !== 'True' || cordoned || pressures.length > 0,
  );
  const fine = nodes.length - troubled.length;
  return [
    ...troubled.map(({ name, ready, cordoned, pressures }): Found => {
      const url = pageOf(clusterId, { kind: 'Node', namespace: null, name });
      const words = [
        `is ${readyWords[ready]}`,
        ...(cordoned ? ['cordoned'] : []),
        ...(pressures.length === 0 ? [] : [`under ${listWords(pressures)}`]),
      ];
      return {
        source: 'node',
        weight: ready === 'True' ? 66 : 82,
        summary: `Node ${name}, on which pods of it stand, ${words.join(', ')}.`,
        ...(url === undefined ? {} : { url }),
      };
    }),
    ...(fine === 0
      ? []
      : [
          {
            source: 'node',
            weight: 24,
            summary:
              fine === nodes.length
                ? `Its pods stand on ${countWords(fine, 'node')}, ready and not cordoned.`
                : `${countWords(fine, 'other node')} of its pods ${fine === 1 ? 'is' : 'are'} ready and not cordoned.`,
          } as const,
        ]),
  ];
}

export function itemsOfRoom({ room, nodes }: Facts): readonly Found[] {
  const cluster: Found = {
    source: 'node',
    weight: nodes.ready < nodes.total ? 58 : 20,
    summary: `${nodes.ready} of ${countWords(nodes.total, 'node')} of the cluster ${nodes.ready === 1 ? 'is' : 'are'} ready, ${nodes.cordoned} ${nodes.cordoned === 1 ? 'is' : 'are'} cordoned.`,
  };
  if (room === null) return nodes.total === 0 ? [] : [cluster];
  const { cpu_free, memory_free, pods_free, cpu_needed, memory_needed, pods_needed } = room;
  const isTight = cpu_free < cpu_needed || memory_free < memory_needed || pods_free < pods_needed || room.nodes === 0;
  const amount = (cpu: number, memory: number, pods: number) =>
    `${coresWords(Math.max(0, cpu))}, ${memoryWords(Math.max(0, memory))} and ${countWords(Math.max(0, pods), 'pod')}`;
  return [
    cluster,
    {
      source: 'room',
      weight: isTight ? 78 : 34,
      summary: `Elsewhere there is room on ${countWords(room.nodes, 'node')} for ${amount(cpu_free, memory_free, pods_free)}; ${amount(cpu_needed, memory_needed, pods_needed)} would be needed.`,
    },
  ];
}
