import { nodeName } from '../../dev/engines/clusters/fleet.ts';

/** What `break cordon` must be told as. */
const node = nodeName(7);
export const cordoned = {
  node,
  impact: '-1 ',
  impactOnPage: '−1',
  remedy: `kubectl uncordon ${node}`,
} as const;
