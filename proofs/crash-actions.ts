import { join } from 'node:path';
import type { Decision } from '@wheelhouse/contracts';
import { AuditLog } from './agent/audit-log.ts';
import { killAtEveryEffect } from './crash/harness.ts';
import type { Subject } from './crash/subject.ts';
import { changesIn } from './crash-actions/changes.ts';
import { controls } from './crash-actions/controls.ts';
import { countOf, type Wrong } from './crash-actions/counting.ts';
import { type AgentLane, openAgentLane } from './crash-actions/lane.ts';
import { openStage } from './crash-actions/stage.ts';
import { quickWays, underWay, ways } from './crash-actions/ways.ts';
import { type Proof, verdictOf } from './runner/proof.ts';

const actions: Subject<AgentLane, Decision, Wrong> = {
  program: join(import.meta.dirname, 'crash-actions/program.ts'),
  open: async (program) => {
    const log = await AuditLog.open();
    const stage = await openStage();
    return {
      openLane: () => openAgentLane(stage, program),
      counting: async () => {
        const changes = await changesIn(log);
        return (lane, decision) => countOf(lane, decision, changes);
      },
      close: stage.close,
    };
  },
  lanes: 6,
  ways,
  quick: { ways: quickWays, deaths: 14 },
  underWay,
  controls,
  // How often a record tells of progress, or the relay carries, hangs on time; that they do does not.
  mayMiss: ({ nth }) => nth > 1,
};

export const proof: Proof = {
  promise:
    'The action agent may be killed at any moment of any action: no decision is lost, no change is made twice, every action comes to its end, and its outcome is told with the same words however often.',
  method:
    "each of the five actions, automatic and approved over HTTP (at quick size one or the other), on a real cluster; SIGKILL before and after each commit, publish, acknowledgement, answer and Kubernetes write made for it; the next process goes on; changes are counted in the API server's audit log, outcomes at the broker",
  bar: 'decisions lost 0, repeated changes 0, records terminal 100 %, outcomes of one action always the same id and bytes, at least one; the controls (intent forgotten, decision id forgotten, action deleted, outcome rewritten, work forgotten) show each',
  run: async (context) => {
    const { claims, figure } = await killAtEveryEffect(actions, context);
    return verdictOf(claims, figure);
  },
};
