import { setTimeout as wait } from 'node:timers/promises';
import { standingNodeName } from '../../dev/engines/clusters/standing.ts';
import { compareReads } from './monitor-scale/health-reads.ts';
import { notReadyDelays } from './monitor-scale/not-ready.ts';
import { residentOf } from './monitor-scale/resident.ts';
import { bareList, type StartUp, startUp } from './monitor-scale/start-up.ts';
import { openTwoClusters } from './monitor-scale/two-clusters.ts';
import { hostTakesMuch, watchHost } from '../runner/cpu.ts';
import { median, quantile } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';

const bars = { kibPerPod: 4, notReadyMs: 2_000, readRatio: 2, startRatio: 3 };
const calm = { from: 0.85, to: 1.18 };
const size = {
  nodes: 5_000,
  pods: 50_000,
  starts: 3,
  idleMs: 60_000,
  sampleMs: 1_000,
  broken: 100,
  rounds: 15,
  perRound: 100,
};

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const closing: (() => Promise<void>)[] = [];
  try {
    const clusters = await openTwoClusters(size, say);
    closing.push(clusters.close);
    const empty = await startUp(clusters.kubeconfigs.empty, 0);
    closing.push(empty.monitor.stop);
    say(`an empty cluster: first health after ${shown(empty)}`);

    const starts: { ratio: number; same: number; ours: number; bare: number }[] = [];
    let fleet: StartUp | undefined;
    for (let round = 0; round < size.starts; round += 1) {
      await fleet?.monitor.stop();
      const before = await bareList(clusters.kubeconfigs.fleet);
      fleet = await startUp(clusters.kubeconfigs.fleet, size.nodes);
      const { cpuMs: ours } = fleet;
      const after = await bareList(clusters.kubeconfigs.fleet).catch(async (error: unknown) => {
        await fleet?.monitor.stop();
        throw error;
      });
      const bare = (before.cpuMs + after.cpuMs) / 2;
      starts.push({ ratio: ours / bare, same: before.cpuMs / after.cpuMs, ours, bare });
      say(
        `${before.objects} objects: first health after ${shown(fleet)}; lists ${before.cpuMs.toFixed(0)} and ${after.cpuMs.toFixed(0)} ms: ${(ours / bare).toFixed(2)}×`,
      );
    }
    if (fleet === undefined) throw new Error('nothing was started');
    closing.push(fleet.monitor.stop);

    await wait(size.idleMs);
    const [big, small] = await residentOf([fleet.monitor.pid, empty.monitor.pid], size.sampleMs);
    if (big === undefined || small === undefined) throw new Error('nothing was measured');
    const kibPerPod = (big.nowKib - small.nowKib) / size.pods;
    say(
      `resident after ${size.idleMs / 1_000} s idle: ${mib(big.nowKib)} (peak ${mib(big.peakKib)}), with an empty cluster ${mib(small.nowKib)} (peak ${mib(small.peakKib)}): ${kibPerPod.toFixed(2)} KiB per pod`,
    );
    const rested = await fleet.monitor.health();
    const reads = await compareReads(fleet.monitor, empty.monitor, size);
    say(`health read: ${reads.fleetMs.toFixed(2)} ms, of an empty cluster ${reads.emptyMs.toFixed(2)} ms`);

    const step = Math.floor(size.nodes / size.broken);
    const names = Array.from({ length: size.broken }, (_, index) => standingNodeName(index * step));
    const host = watchHost();
    const delays = await notReadyDelays(clusters.api, fleet.monitor, names);
    const p95 = quantile(delays, 0.95);
    const hostTook = p95 > bars.notReadyMs ? host() : undefined;
    say(
      `NotReady seen after ${median(delays).toFixed(0)} ms (median), p95 ${p95.toFixed(0)}, worst ${Math.max(...delays).toFixed(0)}`,
    );

    const startRatio = median(starts.map(({ ratio }) => ratio));
    const listSame = median(starts.map(({ same }) => same));
    const claims = {
      'the fleet is seen whole and healthy':
        rested?.totalNodes === size.nodes && rested.readyNodes === size.nodes && rested.healthScore === 100,
      [`≤ ${bars.kibPerPod} KiB per pod`]: kibPerPod <= bars.kibPerPod,
    };
    const timed = {
      [`a NotReady node is seen within ${bars.notReadyMs} ms (p95)`]: p95 <= bars.notReadyMs,
      [`health is read in ≤ ${bars.readRatio}× the time`]: reads.ratio <= bars.readRatio,
      [`start-up costs ≤ ${bars.startRatio}× of a bare list`]: startRatio <= bars.startRatio,
    };
    return timedVerdictOf(
      claims,
      timed,
      hostTook ?? whyUnclear({ 'health reads': reads.same, 'bare lists': listSame }),
      [
        `${size.nodes} nodes, ${size.pods} pods: ${kibPerPod.toFixed(2)} KiB per pod, ${mib(big.nowKib)} against ${mib(small.nowKib)}, peak ${mib(big.peakKib)}`,
        `NotReady p95 ${p95.toFixed(0)} ms of ${delays.length}, median ${median(delays).toFixed(0)}`,
        `health p50 ${reads.ratio.toFixed(2)}× (${reads.fleetMs.toFixed(2)} ms against ${reads.emptyMs.toFixed(2)}, A/A ${reads.same.toFixed(2)})`,
        `start-up CPU ${startRatio.toFixed(2)}× of the bare lists (${median(starts.map(({ ours }) => ours)).toFixed(0)} ms against ${median(starts.map(({ bare }) => bare)).toFixed(0)}, A/A ${listSame.toFixed(2)})`,
      ].join('; '),
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

const mib = (kib: number) => `${Math.round(kib / 1024)} MiB`;
const shown = ({ cpuMs, seconds }: StartUp) => `${seconds.toFixed(1)} s and ${cpuMs.toFixed(0)} ms of CPU`;

function whyUnclear(same: Readonly<Record<string, number>>): string | undefined {
  const restless = Object.entries(same).find(([, ratio]) => ratio < calm.from || ratio > calm.to);
  return restless === undefined ? undefined : `A/A of ${restless[0]} is ${restless[1].toFixed(2)}`;
}

export const proof: TimedProof = {
  promise:
    'One small process watches a cluster of 5,000 nodes and 50,000 pods, tells of a lost node within two seconds, and answers as quickly as for an empty one.',
  method:
    'a control plane of its own (etcd and API servers, no controllers, no metrics API), started from a kept copy of nodes, pods, Deployments, budgets and autoscalers that only stand there; platform and monitor as one process against it, and another such process against an empty cluster; resident memory after a minute idle; nodes made NotReady one after another through the API, health polled every 50 ms; health of both read in turn; CPU of a fresh process from registration to the first whole health against that of a fresh process that lists all watched kinds, one before and one after',
  bar: `≤ ${bars.kibPerPod} KiB resident per pod over the empty cluster's; NotReady → health p95 ≤ ${bars.notReadyMs / 1_000} s; health p50 ≤ ${bars.readRatio}×; start-up CPU ≤ ${bars.startRatio}×; void unless A/A lies in ${calm.from} to ${calm.to}, or if NotReady is seen later while ${hostTakesMuch}`,
  run,
};
