import { randomUUID } from 'node:crypto';
import type { ActionEnded, ActionStarted, ExpectedIssue } from '@wheelhouse/contracts';
import { makeLog, openDatabase } from '@wheelhouse/kit';
import type { TestProcess } from '@wheelhouse/testkit';
import type { Agent } from '../../services/k8s-monitor/test/actions.ts';
import { type Health, type HealthReader, objectText } from './health-reader.ts';
import { faultyNodes, namespace } from './objects.ts';

/** Faults that are there anyway, and from now on until its end the work of an action. */
const expects: readonly ExpectedIssue[] = [
  { kind: 'Node', namespace: null, name: faultyNodes.cordoned, reason: 'node_cordoned' },
  { kind: 'Deployment', namespace, name: 'unready', reason: 'replica_shortfall' },
];

export interface ActionSeen {
  /** What it is meant to cause, and nothing else, is marked with it and costs nothing. */
  readonly isMarked: boolean;
  /** Nothing is marked any more, and all of it costs what it may. */
  readonly isOver: boolean;
}

/** An action begins and ends as far as its events go; what k8s-monitor makes of them is read as always. */
export async function seeAction(house: TestProcess, agent: Agent, reader: HealthReader): Promise<ActionSeen> {
  const log = makeLog({ level: 'fatal' });
  const db = openDatabase({ url: house.database.url, connections: 1, applicationName: 'proof', log });
  const which: Pick<ActionEnded, 'action_id' | 'cluster_id'> = {
    action_id: randomUUID(),
    cluster_id: reader.clusterId,
  };
  const until = new Date(Date.now() + 10 * 60_000).toISOString();
  const started: Pick<ActionStarted, keyof typeof which | 'action' | 'expects' | 'until'> = {
    ...which,
    action: 'drain_node',
    expects: [...expects],
    until,
  };
  const meant = new Set(expects.map((one) => `${one.reason} ${objectText(one)}`));
  const isMeant = ({ reason, object }: Issue) => meant.has(`${reason} ${objectText(object)}`);
  const comes = (isSo: (issues: readonly Issue[]) => boolean) =>
    reader
      .until(({ issues }) => issues.filter(isMeant).length === meant.size && isSo(issues))
      .then(
        () => true,
        () => false,
      );
  try {
    await agent.tell(db, reader.tenantId, 'internal.action_started', started);
    const isMarked = await comes((issues) =>
      issues.every((issue) => issue.action_id === (isMeant(issue) ? which.action_id : null)),
    );
    await agent.tell(db, reader.tenantId, 'internal.action_ended', which);
    const isOver = await comes((issues) =>
      issues.every((one) => one.action_id === null && (!isMeant(one) || one.score_impact > 0 || one.capped)),
    );
    return { isMarked, isOver };
  } finally {
    await db.end();
  }
}

type Issue = Health['issues'][number];
