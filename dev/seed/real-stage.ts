import { nodeName, nodeTaint } from '../engines/node/machine.ts';
import type { Stage } from './app-stage.ts';

/** Pods truly run, of the engines' test image. */
export function onRealNode(image: string): Stage {
  return {
    placement: {
      node_selector: { 'kubernetes.io/hostname': nodeName },
      tolerations: [{ key: nodeTaint, operator: 'Exists', effect: 'NoSchedule' }],
    },
    port: 8080,
    image: () => image,
    missingImage: `${image.slice(0, image.lastIndexOf(':'))}:no-such-version`,
    variables: {
      good: {},
      'bad-image': {},
      crash: { LISTEN_AFTER: 'never', CRASH_AFTER: '1s' },
      slow: { LISTEN_AFTER: '10m' },
    },
  };
}
