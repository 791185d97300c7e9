import { join } from 'node:path';
import type { DeploymentMade } from '@wheelhouse/testkit';
import { healthy, type ScriptedMonitor, scriptedMonitor } from '../../services/action-agent/test/scripted-monitor.ts';
import { AuditLog } from '../agent/audit-log.ts';
import type { Control, Counts, Subject, Way } from '../crash/subject.ts';
import { type Change, changesIn, madeOf } from '../crash-actions/changes.ts';
import { type AgentLane, openAgentLane } from '../crash-actions/lane.ts';
import { openStage } from '../crash-actions/stage.ts';
import { underWay } from '../crash-actions/ways.ts';
import { replicasOf, scaleUpOf } from './judge.ts';

/** Scale-ups whose agent is killed at each effect, some of which must be taken back. */

interface CanaryLane extends AgentLane {
  readonly monitor: ScriptedMonitor;
}

interface Work {
  readonly made: DeploymentMade;
  readonly decision: ReturnType<typeof scaleUpOf>;
  readonly isDropping: boolean;
}

type Wrong = 'replicas wrong' | 'records wrong' | 'changes of another number';

type CanaryWay = Way<CanaryLane, Work>;

function wayOf(isDropping: boolean): CanaryWay {
  return {
    name: isDropping ? 'scale-up reverted' : 'scale-up kept',
    prepare: async (lane) => {
      const { kube, namespace, monitor, stage } = lane;
      const made = await kube.deployment(1, { namespace });
      const after = isDropping ? 50 : 85;
      monitor.health = async (clusterId) => healthy(clusterId, (await replicasOf(lane, made)) === 1 ? 90 : after);
      const where = { tenantId: stage.who.tenantId, clusterId: stage.clusterId };
      return { made, decision: scaleUpOf(where, made), isDropping };
    },
    start: ({ broker }, { decision }) => {
      const { decision_id: id, cluster_id: key } = decision;
      return broker.publish({ exchange: 'analysis.decisions', key, body: JSON.stringify(decision), id });
    },
  };
}

/** By the Deployment, the record and the API server's audit log. */
async function countOf(lane: CanaryLane, work: Work, changes: readonly Change[]): Promise<Counts<Wrong>> {
  const { made, decision, isDropping } = work;
  const { rows } = await lane.owner.query<{ id: string; status: string; result: string | null; verdict: string }>(
    `SELECT id, status, result, details->'canary'->>'verdict' AS verdict FROM action_agent.actions WHERE decision_id = $1`,
    [decision.decision_id],
  );
  const [row, ...others] = rows;
  const wanted = isDropping ? 'failed reverted reverted' : 'success - kept';
  const found = `${row?.status} ${row?.result ?? '-'} ${row?.verdict}`;
  const sent = await madeOf(
    lane.kube,
    changes.filter(({ actionId }) => actionId === row?.id),
  );
  return {
    'replicas wrong': (await replicasOf(lane, made)) === (isDropping ? 1 : 2) ? 0 : 1,
    'records wrong': found === wanted && others.length === 0 ? 0 : 1,
    'changes of another number': sent.length === (isDropping ? 2 : 1) ? 0 : 1,
  };
}

function control(
  name: string,
  death: Control<CanaryLane, Work, Wrong>['death'],
  sql: string,
  shows: Wrong,
): Control<CanaryLane, Work, Wrong> {
  const way: CanaryWay = {
    ...wayOf(true),
    afterDeath: ({ owner }, { decision }) => owner.query(sql, [decision.decision_id]),
  };
  return { name, way, death, shows };
}

const ofDecision = 'WHERE decision_id = $1';

const controls = [
  control(
    'intent of the revert forgotten',
    { side: 'after', effect: 'PATCH deployments', nth: 2 },
    `UPDATE action_agent.actions SET revert = 'not_sent' ${ofDecision}`,
    'records wrong',
  ),
  control(
    'score before the scale-up forgotten',
    { side: 'after', effect: 'PATCH deployments', nth: 1 },
    `UPDATE action_agent.actions SET details = jsonb_set(details, '{canary,score_before}', '50') ${ofDecision}`,
    'replicas wrong',
  ),
];

export const scaleUps: Subject<CanaryLane, Work, Wrong> = {
  program: join(import.meta.dirname, '../crash-actions/program.ts'),
  open: async (program) => {
    const log = await AuditLog.open();
    const stage = await openStage();
    return {
      openLane: async () => {
        const monitor = await scriptedMonitor();
        const settings = {
          ...stage.settings,
          K8S_MONITOR_URL: monitor.url,
          CANARY_ENABLED: 'true',
          CANARY_SETTLE_SECONDS: '1',
        };
        const lane = await openAgentLane({ ...stage, settings }, program);
        return {
          ...lane,
          monitor,
          close: async () => {
            await lane.close();
            await monitor.stop();
          },
        };
      },
      counting: async () => {
        const changes = await changesIn(log);
        return (lane, work) => countOf(lane, work, changes);
      },
      close: stage.close,
    };
  },
  lanes: 4,
  ways: [wayOf(true), wayOf(false)],
  quick: { ways: [wayOf(true), wayOf(false)], deaths: 8 },
  underWay: (lane) => underWay(lane),
  controls,
  // How often a record tells of progress, or the relay carries, hangs on time; that they do does not.
  mayMiss: ({ nth }) => nth > 1,
};
