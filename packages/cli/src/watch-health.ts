import type { Client } from '@wheelhouse/sdk';
import { allClusters, type Cluster, clusterNamed } from './groups/clusters/cluster.ts';
import { type ClusterHealth, healthOfEach } from './health.ts';
import type { Invocation } from './invocation.ts';
import { noticing } from './noticing.ts';
import type { Output } from './output/output.ts';
import { healthLines } from './output/tell-health.ts';
import { untilStopped } from './until-stopped.ts';

/** On a screen `3 min ago` must not stay so. */
const redrawEveryMs = 10_000;

/** Follows health until it is stopped, or there is nothing left to follow. */
export async function watchHealth({ args: [name], out, connect }: Invocation): Promise<void> {
  const screen = screenOn(out);
  await untilStopped(async (signal) => {
    const client = await connect({ fetch: noticing(out) });
    const only = name === undefined ? undefined : await clusterNamed(client, name);
    const query = only === undefined ? {} : { cluster_id: only.id };
    for await (const { event, data } of client.stream('/k8s-monitor/api/health/stream', { query, signal })) {
      if (event === 'removed')
        return out.note(only === undefined ? 'no cluster is registered now' : 'the cluster was removed');
      if (out.isJson) out.jsonLine(data);
      else screen.show(await now(client, only));
    }
  }).finally(() => screen.close());
}

/** What the stream tells of several clusters is of all together: each is read by itself. */
async function now(client: Client, only: Cluster | undefined): Promise<readonly ClusterHealth[]> {
  return healthOfEach(client, only === undefined ? await allClusters(client) : [only]);
}

function screenOn(out: Output) {
  let shown: readonly ClusterHealth[] | undefined;
  const draw = () => {
    if (shown === undefined) return;
    out.clear();
    const lines = healthLines(out, shown);
    if (!out.isTerminal) out.line(new Date().toISOString());
    for (const line of lines) out.line(line);
    if (out.isTerminal) out.line(out.paint('dim', `\nlive; ${new Date().toLocaleTimeString('en-GB')}; Ctrl-C ends it`));
  };
  const redraw = out.isTerminal ? setInterval(draw, redrawEveryMs) : undefined;
  return {
    show: (all: readonly ClusterHealth[]) => {
      shown = all;
      draw();
    },
    close: () => clearInterval(redraw),
  };
}
