import type { ClusterClient } from '@wheelhouse/kubernetes';
import { describe, expect, test } from 'vitest';
import { mustBeTheSame, NoWorkerCluster } from '../src/worker/worker-cluster.ts';

/** Of a cluster with so many nodes the monitor knows so many. */
async function compared(known: number, nodes: number, observed = true): Promise<string> {
  const items = Array.from({ length: nodes }, (_, index) => ({ metadata: { uid: `node-${index}` } }));
  const list = async function* () {
    yield { items, resourceVersion: '1' };
  } as unknown as ClusterClient['list'];
  const call = async () => ({ status: 200, body: { known, observed } });
  const cluster = { clusterId: 'c', tenantId: 't' };
  return mustBeTheSame({ call }, { list }, cluster, new AbortController().signal).then(
    () => 'the same',
    (error: unknown) => (error instanceof NoWorkerCluster ? error.message : 'another error'),
  );
}

describe('a worker believes that it is in its cluster when half of the nodes are those that the monitor sees', () => {
  test.each([
    [1, 1],
    [1, 2],
    [50, 100],
  ])('%i of %i', async (known, nodes) => {
    expect(await compared(known, nodes)).toBe('the same');
  });

  test.each([
    [0, 1],
    [1, 3],
    [49, 100],
  ])('not %i of %i', async (known, nodes) => {
    expect(await compared(known, nodes)).toContain(`wrong_cluster: these credentials belong to a cluster other than c`);
  });

  test('and not before the monitor has seen any', async () => {
    expect(await compared(0, 0)).toContain('no nodes yet');
    expect(await compared(0, 1, false)).toContain('has not seen');
  });
});
