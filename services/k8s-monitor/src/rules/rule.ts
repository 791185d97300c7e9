import type { ClusterState } from '../state/cluster-state.ts';

export const severities = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** What all issues of a category may cost together. The caps make 100, so the score needs no floor. */
export const categories = {
  nodes: { cap: 40, about: 'machines' },
  workloads: { cap: 35, about: 'what runs on them' },
  capacity: { cap: 15, about: 'room to run and to scale' },
  jobs: { cap: 5, about: 'work that should finish' },
  disruption: { cap: 5, about: 'whether pods can be moved' },
} as const;
export type Category = keyof typeof categories;

export const ruleNames = [
  'node_not_ready',
  'node_pressure',
  'node_cordoned',
  'replica_shortfall',
  'crash_loop',
  'image_pull',
  'oom_killed',
  'unschedulable',
  'autoscaler_at_maximum',
  'usage_near_limit',
  'job_failing',
  'budget_without_headroom',
] as const;
/** Also the `reason` of its issues. */
export type RuleName = (typeof ruleNames)[number];

export interface IssueObject {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** From so many seconds on it counts so much. Before the first step it is no issue. */
export interface Step {
  readonly afterSeconds: number;
  readonly severity: Severity;
  readonly impact: number;
}

export interface Threshold {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly about: string;
}

/** Something a rule sees. It becomes an issue when it has lasted as long as its first step says. */
export interface Found {
  readonly object: IssueObject;
  readonly message: string;
  /** Where the object itself says since when. */
  readonly since?: number | undefined;
  /** Instead of the first step's. */
  readonly afterSeconds?: number | undefined;
  /** When time alone will end it, or a part of it. */
  readonly until?: number | undefined;
  /** It counts as the rule's `worst` says. */
  readonly isWorst?: boolean;
  /** What to look at, for the suggested action. */
  readonly pod?: string | undefined;
  readonly job?: string | undefined;
}

/** A rule is data and one function, which looks at the state and at nothing else. */
export interface Rule<Name extends string = string> {
  readonly name: RuleName;
  readonly category: Category;
  readonly title: string;
  /** What it means, for people who have not met it before. */
  readonly meaning: string;
  /** {kind}, {namespace}, {name}, {pod} and {job} become those of the issue. */
  readonly suggestedAction: string;
  /** Going back to the version before may help, where the object has versions. */
  readonly undoMayHelp?: boolean;
  readonly steps: readonly [Step, ...Step[]];
  readonly worst?: {
    readonly name: string;
    readonly when: string;
    readonly severity: Severity;
    readonly impact: number;
  };
  readonly thresholds: Readonly<Record<Name, Threshold>>;
  find(state: ClusterState, now: number, values: Readonly<Record<Name, number>>): Iterable<Found>;
}
