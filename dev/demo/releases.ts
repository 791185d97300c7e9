import { containers } from '../seed/manifests.ts';
import { cart, recommendations, search } from '../seed/workloads.ts';

/** Releases of the demo's workloads, good and bad. */

export const behaviour = 'wheelhouse.dev/behaviour';

const released = { cart, recommendations, search } as const;
type Released = keyof typeof released;

/** What its pods do is KWOK's to know: see dev/engines/kwok/behaviour.yaml. */
export function badRelease(name: Released, image: string, behaves: string): object {
  return { spec: template(name, image, behaves) };
}

/** The same, given up for stalled after that long. */
export function stallingRelease(name: Released, image: string, seconds: number): object {
  return { spec: { progressDeadlineSeconds: seconds, ...template(name, image, 'unready') } };
}

export function goodRelease(name: Released): object {
  return { spec: { progressDeadlineSeconds: null, ...template(name, released[name].image, null) } };
}

function template(name: Released, image: string, behaves: string | null): object {
  const pods = containers(name, { ...released[name], image });
  return { template: { metadata: { annotations: { [behaviour]: behaves } }, spec: { containers: pods } } };
}
