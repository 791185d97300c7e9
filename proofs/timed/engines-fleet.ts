import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply } from '../../dev/engines/clusters/api.ts';
import { apiOf } from '../../dev/engines/clusters/engine-api.ts';
import { kube } from '../../dev/engines/clusters/cluster.ts';
import { isReady, listNodes } from '../../dev/engines/clusters/fleet.ts';
import {
  podPhases,
  standingLabel,
  writeStandingNodes,
  writeStandingPods,
} from '../../dev/engines/clusters/standing.ts';
import { reset } from '../../dev/engines/commands/down.ts';
import { statusOf } from '../../dev/engines/commands/status.ts';
import { up } from '../../dev/engines/commands/up.ts';
import { groups } from '../../dev/engines/runtime/engine.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../../dev/engines/runtime/progress.ts';
import { type TimedContext, type TimedProof, type TimedVerdict, verdictOf } from '../runner/proof.ts';

const size = { nodes: 5_000, pods: 50_000 };
const namespace = 'fleet';
const width = 48;

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  // Nodes that nobody heartbeats must not count as gone while we count them.
  process.env['ENGINES_NODE_GRACE'] = '24h';
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-fleet-')));
  const progress = new ConsoleProgress(() => undefined);
  try {
    const results = await up(home, ['kube', 'kwok'], progress);
    const failed = results.find((result) => result.outcome !== 'started');
    if (failed) throw new Error(`${failed.engine.name}: ${failed.reason}`);
    const api = await apiOf(home, kube, undefined, width);

    const began = performance.now();
    const since = () => ((performance.now() - began) / 1000).toFixed(0);
    await writeStandingNodes(api, size.nodes, width);
    const nodesWritten = since();
    say(`${size.nodes} nodes written after ${nodesWritten} s`);
    await apply(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    let written = 0;
    await writeStandingPods(api, namespace, size.pods, size.nodes, width, () => {
      written += 1;
      if (written % (size.pods / 10) === 0) say(`${written} pods written after ${since()} s`);
    });

    const ready = (await listNodes(api, standingLabel)).filter(isReady).length;
    const running = (await podPhases(api, namespace)).get('Running') ?? 0;
    const took = since();
    say(`${ready} nodes Ready, ${running} pods Running after ${took} s`);
    const memory = (await statusOf(home, ['kube', 'kwok'])).map(
      (row) => `${row.name} ${Math.round(row.residentBytes / 1024 / 1024)} MB`,
    );
    for (const line of memory) say(line);
    api.close();
    return verdictOf(
      { 'all nodes are Ready': ready === size.nodes, 'all pods are Running': running === size.pods },
      `${ready} nodes Ready (written in ${nodesWritten} s) and ${running} pods Running in ${took} s; ${memory.join(', ')}`,
    );
  } finally {
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  }
}

export const proof: TimedProof = {
  promise: 'The engines carry a fleet of 5,000 nodes and 50,000 pods on one small machine.',
  method: 'a control plane of its own; nodes and pods written through the API, then counted by listing them',
  bar: 'all nodes Ready, all pods Running',
  run,
};
