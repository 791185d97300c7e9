import { join } from 'node:path';
import { AuditLog } from './agent/audit-log.ts';
import { killAtEveryEffect } from './crash/harness.ts';
import type { Subject } from './crash/subject.ts';
import { type AgentLane, openAgentLane } from './crash-actions/lane.ts';
import { openStage } from './crash-actions/stage.ts';
import { underWay } from './crash-actions/ways.ts';
import { controls } from './drain-crash/controls.ts';
import { countOf, evictionsIn, type Wrong } from './drain-crash/counting.ts';
import { type DrainWork, drainWay } from './drain-crash/work.ts';
import { type Proof, verdictOf } from './runner/proof.ts';

const drains: Subject<AgentLane, DrainWork, Wrong> = {
  program: join(import.meta.dirname, 'crash-actions/program.ts'),
  open: async (program) => {
    const log = await AuditLog.open();
    const stage = await openStage();
    return {
      openLane: () => openAgentLane(stage, program),
      counting: async () => {
        const evictions = await evictionsIn(log);
        return (lane, work) => countOf(lane, work, evictions);
      },
      close: stage.close,
    };
  },
  lanes: 6,
  ways: [drainWay(true), drainWay(false)],
  quick: { ways: [drainWay(true)], deaths: 12 },
  underWay,
  controls,
  // How many looks and writes there are hangs on time; that there are does not.
  mayMiss: ({ nth }) => nth > 1,
};

export const proof: Proof = {
  promise:
    'A drain may be interrupted at any moment: the next worker goes on with it, no pod is evicted twice or tried more than five times, and the record says how it ended and whether the node is cordoned.',
  method:
    'a node with 12 pods, 4 of them under a budget that blocks and is released after 3 s (at full size also one of them under a budget that blocks to the end), drained for a decision on a real cluster; SIGKILL before and after each commit, publish, acknowledgement and Kubernetes write; the next process goes on; evictions are counted in the API server’s audit log by the UID of the pod',
  bar: 'pods evicted twice 0; attempts of a pod never more than 5; records terminal 100 %, ended as they should and right about the cordon; every control (a pod evicted by hand, one tried seven times, work forgotten) is counted',
  run: async (context) => {
    const { claims, figure } = await killAtEveryEffect(drains, context);
    return verdictOf(claims, figure);
  },
};
