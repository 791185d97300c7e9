import type { ModuleContext } from '@wheelhouse/kit';
import { expectedAt, type RunningActions } from '../actions/running-actions.ts';
import type { MonitorSettings } from '../config.ts';
import { assess, type Assessment, type Thresholds, thresholdsFrom } from '../rules/index.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { type IssueBook, issueChanges, type IssueChanges, type KeptIssue } from './issue-changes.ts';
import { placeOf } from './issue-place.ts';
import { readIssues, writeIssues } from './issue-store.ts';
import { readNodes, readWorkloads, writeNodes, writeWorkloads } from './list-store.ts';
import { isNode, type NodeRow, nodeRows } from './node-rows.ts';
import { type Looked, notVisible } from './not-visible.ts';
import { isNothing, type RowChanges, rowChanges, type Written } from './row-changes.ts';
import { type HealthFacts, type Hold, insertScore, mustHold, writeHealth } from './store.ts';
import { tell, type ToldChanges } from './tell.ts';
import { toldIssues } from './told-issues.ts';
import { toldWorkloads } from './told-workloads.ts';
import { isWorkload, type WorkloadRow, workloadRows } from './workload-rows.ts';

export type MonitorContext = Pick<
  ModuleContext<MonitorSettings>,
  'call' | 'clock' | 'database' | 'emit' | 'log' | 'makeId' | 'settings'
>;

/** What the tables hold of a cluster, as far as it is known here. */
interface Image {
  readonly issues: IssueBook;
  readonly nodes: ReadonlyMap<string, Written<NodeRow>>;
  readonly workloads: ReadonlyMap<string, Written<WorkloadRow>>;
  readonly health: HealthFacts | undefined;
  /** When the last point of the score was written, and what it said. */
  readonly point: { readonly at: number; readonly score: number } | undefined;
  /** Up to when they told all there was, as far as somebody looked before; undefined: nobody ever did. */
  readonly knownUntil: number | undefined;
}

interface Changes {
  readonly issues: IssueChanges;
  readonly nodes: RowChanges<NodeRow>;
  readonly workloads: RowChanges<WorkloadRow>;
  readonly health: HealthFacts;
  readonly told: ToldChanges;
}

const mostShown = 200;
const pointEveryMs = 5 * 60_000;

/** Judges a cluster and writes what is different from what was written, all of it or nothing. */
export class Judge {
  readonly #context: MonitorContext;
  readonly #tenantId: string;
  readonly #hold: Hold;
  readonly #state: ClusterState;
  readonly #running: RunningActions;
  readonly #thresholds: Thresholds;
  /** Undefined when it has to be read first: at the beginning, and after a write of which nobody knows how it ended. */
  #image: Image | undefined;
  #firstSeen: ReadonlyMap<string, number> = new Map();

  constructor(
    context: MonitorContext,
    tenantId: string,
    hold: Hold,
    { state, running }: { readonly state: ClusterState; readonly running: RunningActions },
  ) {
    this.#context = context;
    this.#tenantId = tenantId;
    this.#hold = hold;
    this.#state = state;
    this.#running = running;
    this.#thresholds = thresholdsFrom(context.settings);
  }

  /** Answers in how many milliseconds time alone will change something. */
  async round(optional: readonly Looked[], observedAt: number | undefined): Promise<number> {
    const { clock } = this.#context;
    const image = (this.#image ??= await this.#read());
    const running = await this.#running.read();
    const now = clock.now().getTime();
    const expected = expectedAt(running, now);
    const assessment = assess(this.#state, now, this.#firstSeen, this.#thresholds, { expected: expected.issues });
    const changes = this.#changesOf(image, assessment, optional, now);
    await this.#write(image, changes, now, observedAt);
    // One that is back began when it first did.
    const isBack = changes.issues.changed.length > 0;
    this.#firstSeen = isBack ? firstSeenOf(assessment.waiting, changes.issues.next) : assessment.waiting;
    const nextPoint = (this.#image?.point?.at ?? now) + pointEveryMs;
    const nextAt = Math.min(assessment.nextAt ?? nextPoint, expected.until ?? nextPoint, nextPoint);
    return nextAt - clock.now().getTime();
  }

  async #read(): Promise<Image> {
    const { database, clock } = this.#context;
    const { clusterId } = this.#hold;
    return database.tenant(this.#tenantId, async (db) => {
      const observedAt = await mustHold(db, this.#hold);
      const [issues, nodes, workloads] = await Promise.all([
        readIssues(db, clusterId, clock.now()),
        readNodes(db, clusterId),
        readWorkloads(db, clusterId),
      ]);
      this.#firstSeen = firstSeenOf(this.#firstSeen, issues);
      return { issues, nodes, workloads, health: undefined, point: undefined, knownUntil: observedAt?.getTime() };
    });
  }

  #changesOf(image: Image, assessment: Assessment, optional: readonly Looked[], now: number): Changes {
    const { makeId } = this.#context;
    const found = [...assessment.issues, ...notVisible(optional, now)];
    const issues = issueChanges(image.issues, found, now, makeId);
    const workloads = rowChanges(image.workloads, workloadRows(this.#state, found), isWorkload, makeId);
    return {
      issues,
      nodes: rowChanges(image.nodes, nodeRows(this.#state), isNode, makeId),
      workloads,
      health: {
        score: assessment.healthScore,
        readyNodes: assessment.readyNodes,
        totalNodes: assessment.totalNodes,
        issues: JSON.stringify(issues.open.slice(0, mostShown).map((issue) => shown(issue, this.#hold.clusterId))),
        issuesTotal: issues.open.length,
      },
      told: {
        issues: toldIssues(image.issues, issues, (object) => placeOf(this.#state, object, now)),
        workloads: toldWorkloads(image.workloads, workloads, { knownUntil: image.knownUntil, now }),
      },
    };
  }

  async #write(image: Image, changes: Changes, now: number, observedAt: number | undefined): Promise<void> {
    const { database, emit, makeId } = this.#context;
    const { clusterId } = this.#hold;
    const { issues, nodes, workloads, health, told } = changes;
    const isChanged = !isEqual(image.health, health);
    const isPoint =
      image.point === undefined || image.point.score !== health.score || now - image.point.at >= pointEveryMs;
    const next = {
      issues: issues.next,
      nodes: nodes.next,
      workloads: workloads.next,
      health,
      point: isPoint ? { at: now, score: health.score } : image.point,
      knownUntil: image.knownUntil ?? now,
    };
    const isIssueChanged = issues.added.length + issues.changed.length + issues.resolved.length > 0;
    if (isChanged || isPoint || isIssueChanged || !isNothing(nodes) || !isNothing(workloads)) {
      const at = new Date(now);
      this.#image = undefined;
      await database.tenant(this.#tenantId, async (db) => {
        await mustHold(db, this.#hold, { observedAt, isChanged });
        await db.last(() =>
          Promise.all([
            writeIssues(db, clusterId, issues, at),
            writeNodes(db, clusterId, nodes),
            writeWorkloads(db, clusterId, workloads),
            isChanged && writeHealth(db, clusterId, health, at),
            isPoint && insertScore(db, makeId(), clusterId, health.score),
            tell(db, told, { emit, makeId, clusterId, at }),
          ]),
        );
      });
    }
    this.#image = next;
  }
}

function firstSeenOf(known: ReadonlyMap<string, number>, { open }: IssueBook): ReadonlyMap<string, number> {
  return new Map([...known, ...[...open].map(([key, issue]) => [key, issue.first_seen] as const)]);
}

/** As it is answered; when it was last seen is filled in then. */
function shown({ kind, namespace, name, first_seen, ...rest }: KeptIssue, clusterId: string): object {
  return {
    ...rest,
    expected: rest.action_id !== null,
    cluster_id: clusterId,
    object: { kind, namespace, name },
    first_seen: new Date(first_seen).toISOString(),
    last_seen: null,
  };
}

function isEqual(before: HealthFacts | undefined, now: HealthFacts): boolean {
  return (
    before !== undefined &&
    before.score === now.score &&
    before.readyNodes === now.readyNodes &&
    before.totalNodes === now.totalNodes &&
    before.issuesTotal === now.issuesTotal &&
    before.issues === now.issues
  );
}
