import { kibibytes, millis } from './quantity.ts';
import type { RawContainer, RawPodSpec } from './raw.ts';

export interface Requests {
  readonly cpuMillis: number;
  readonly memoryKiB: number;
}

export const noRequests: Requests = { cpuMillis: 0, memoryKiB: 0 };

/**
 * What the scheduler counts of a pod: its containers together, or one of the init containers
 * that run before them if that asks for more. Those that go on running beside them count with them.
 */
export function requestsOf({ containers = [], initContainers = [] }: RawPodSpec = {}): Requests {
  const besides = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const before = initContainers.filter(({ restartPolicy }) => restartPolicy !== 'Always');
  const together = [...containers, ...besides].map(ofContainer).reduce(sum, noRequests);
  return before.map(ofContainer).reduce(greater, together);
}

export function sum(one: Requests, other: Requests): Requests {
  return { cpuMillis: one.cpuMillis + other.cpuMillis, memoryKiB: one.memoryKiB + other.memoryKiB };
}

function greater(one: Requests, other: Requests): Requests {
  return {
    cpuMillis: Math.max(one.cpuMillis, other.cpuMillis),
    memoryKiB: Math.max(one.memoryKiB, other.memoryKiB),
  };
}

function ofContainer({ resources }: RawContainer): Requests {
  const { requests = {} } = resources ?? {};
  return { cpuMillis: millis(requests['cpu']), memoryKiB: kibibytes(requests['memory']) };
}
