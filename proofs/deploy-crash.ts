import { join } from 'node:path';
import { AuditLog } from './agent/audit-log.ts';
import { killAtEveryEffect } from './crash/harness.ts';
import type { Subject } from './crash/subject.ts';
import { controls } from './deploy-crash/controls.ts';
import { countOf, type Wrong, writesIn } from './deploy-crash/counting.ts';
import { type DeployLane, openDeployLane } from './deploy-crash/lane.ts';
import { type DeployWork, overtaken, quickWays, underWay, ways } from './deploy-crash/ways.ts';
import { type Proof, verdictOf } from './runner/proof.ts';

const deployments: Subject<DeployLane, DeployWork, Wrong> = {
  program: join(import.meta.dirname, 'deploy-crash/program.ts'),
  open: async (program) => {
    const log = await AuditLog.open();
    return {
      openLane: () => openDeployLane(program),
      counting: async () => {
        const writes = await writesIn(log);
        return (lane, work) => countOf(lane, work, writes);
      },
      close: async () => undefined,
    };
  },
  lanes: 4,
  ways,
  quick: { ways: quickWays, deaths: 6 },
  sleeping: { quick: 1, overtaken },
  underWay,
  controls,
  // How many looks and writes there are hangs on time; that there are does not.
  mayMiss: ({ nth }) => nth > 1,
};

export const proof: Proof = {
  promise:
    'A deployment may be interrupted at any moment: the next worker goes on with it, one that slept through that does no harm when it is woken, the cluster ends with the objects of the revision and no others, the count of replicas stays as it was set, and everything is told once.',
  method:
    'create, update, rollback, cancel and delete of an app, create and delete of a CloudSpace, on a real cluster with the rights of the manifest alone; SIGKILL before and after each commit, publish, acknowledgement, answer and Kubernetes write, and the next process goes on; at the same places SIGSTOP, a second worker takes over (the leases are made to run out) and comes to the end, then SIGCONT of the first, also when the app or CloudSpace was deleted or changed again meanwhile; objects are compared field by field with what was asked for, by a program that knows nothing of how they are written, and replicas in the API server’s audit log. Quick: three ways, each kind of effect once, four sleepers',
  bar: 'objects unlike their revision, orphans, replicas changed by a deploy, deployments that did not end, events lost or told twice: 0; every control (an apply without resourceVersion, one manager for everything, work forgotten, a stray object) is counted',
  run: async (context) => {
    const { claims, figure } = await killAtEveryEffect(deployments, context);
    return verdictOf(claims, figure);
  },
};
