import type { ExpectedIssue } from '@wheelhouse/contracts';
import type { Assessment } from '../../src/rules/index.ts';
import { at } from '../rules-objects.ts';
import { costOf, faults } from './faults.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** Faults that actions of ours are meant to cause, and what must be told of them; the judge reads no code of the monitor. */

/** An action as the agent tells of it. */
export interface Running {
  readonly [field: string]: unknown;
  readonly action_id: string;
  readonly expects: readonly ExpectedIssue[];
  readonly until: Date;
}

export interface Meant {
  readonly world: World;
  /** The action of each issue that is meant, by `rule Kind namespace name`, and what it costs without one. */
  readonly actions: ReadonlyMap<string, string>;
  readonly costs: ReadonlyMap<string, number>;
  readonly running: readonly Running[];
}

const kinds = [
  ['node_cordoned', faults.node_cordoned[0]],
  ['node_cordoned', faults.node_cordoned[1]],
  ['replica_shortfall', faults.replica_shortfall[0]],
  ['replica_shortfall', faults.replica_shortfall[0]],
] as const;

/** Some nodes cordoned and Deployments short, each by an action; beside them an action that has ended and one that changed nothing. */
export function withActions(from: World, random: Random, known: ReadonlyMap<string, number>): Meant {
  let world = from;
  const actions = new Map<string, string>();
  const costs = new Map<string, number>();
  const running: Running[] = [];
  const run = (issues: readonly string[], seconds: number): string => {
    const id = `action-${running.length}`;
    running.push({ action_id: id, expects: issues.map(expectedOf), until: new Date(at(seconds)) });
    return id;
  };
  // Its time was over a moment ago, so what it was meant to cause counts.
  run([...known.keys()].filter(isOurs), 0);
  run(['node_cordoned Node  no-such-node', 'replica_shortfall Deployment team-0 no-such-deployment'], 60);
  const count = random.between(1, 4);
  for (let number = 0; number < count; number += 1) {
    const [rule, fault] = random.pick(kinds);
    const faulty = fault?.(world, random, number);
    if (faulty === undefined || known.has(faulty.issue) || actions.has(faulty.issue)) continue;
    world = faulty.world;
    actions.set(faulty.issue, run([faulty.issue], 1 + random.below(600)));
    costs.set(faulty.issue, costOf(rule, faulty));
  }
  return { world, actions, costs, running };
}

function isOurs(issue: string): boolean {
  return issue.startsWith('node_cordoned Node ') || issue.startsWith('replica_shortfall Deployment ');
}

function expectedOf(issue: string): ExpectedIssue {
  const [reason, kind, namespace = '', name = ''] = issue.split(' ');
  if (reason === 'node_cordoned' && kind === 'Node') return { reason, kind, namespace: null, name };
  if (reason === 'replica_shortfall' && kind === 'Deployment') return { reason, kind, namespace, name };
  throw new Error(`no action is meant to cause ${issue}`);
}

/** With the actions it is as without their faults, and the faults are told all the same. */
export function faultsWithActions(
  now: Assessment,
  before: Assessment,
  actions: ReadonlyMap<string, string>,
): readonly string[] {
  const costs = new Map(before.issues.map((issue) => [keyOf(issue), issue]));
  const wrong = now.issues.flatMap((issue): readonly string[] => {
    const key = keyOf(issue);
    const action = actions.get(key);
    if (issue.action_id !== (action ?? null)) return [`${key} is told to be of action ${issue.action_id}`];
    if (action !== undefined)
      return issue.score_impact === 0 && !issue.capped ? [] : [`${key} is expected, and costs ${issue.score_impact}`];
    const one = costs.get(key);
    const isSame = one?.score_impact === issue.score_impact && one.capped === issue.capped;
    return isSame ? [] : [`what is expected changes what ${key} costs`];
  });
  const keys = new Set(now.issues.map(keyOf));
  return [
    ...wrong,
    ...(now.healthScore === before.healthScore ? [] : [`what is expected makes ${now.healthScore} of the score`]),
    ...(keys.size === costs.size + actions.size ? [] : ['an issue is missing, or too many']),
    ...[...actions.keys()].filter((key) => !keys.has(key)).map((key) => `no issue ${key}`),
  ];
}

function keyOf({ rule, object }: Assessment['issues'][number]): string {
  return `${rule} ${object.kind} ${object.namespace ?? ''} ${object.name}`;
}
