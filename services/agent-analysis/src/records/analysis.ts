import type {
  ActionKind,
  ActionTarget,
  Actor,
  AnalysisReason,
  AnalysisStatus,
  BuiltInRuleName,
  Conclusion,
  FactObject,
} from '@wheelhouse/contracts';
import type { Tried } from '../rules/judge.ts';
import type { Line } from '../trust/approve.ts';

/** Why an incident is looked into. */
export const becauses = {
  opened: 'The incident opened',
  rule_added: 'Another rule of the monitor found something',
  looked_again: 'It was to be looked at again',
  not_cured: 'What was done did not help',
  returned: 'It came back',
  asked: 'Somebody asked',
  observed_late: 'It was observed too late for the one before',
} as const satisfies Readonly<Record<string, string>>;
export type Because = keyof typeof becauses;

/** A piece of evidence, as the observation numbers it. */
export interface EvidenceItem {
  readonly n: number;
  readonly source: string;
  readonly summary: string;
  readonly at: string | null;
  readonly url: string | null;
}

export interface AnalysisRow extends Record<string, unknown> {
  readonly id: string;
  readonly incident_id: string;
  readonly cluster_id: string;
  readonly object: FactObject | null;
  readonly because: Because;
  readonly requested_by: Actor | null;
  /** When it happened: what was seen before says nothing of it. */
  readonly since: Date;
  /** Its observation has to be asked for; no event brings it. */
  readonly asks: boolean;
  readonly observation_id: string | null;
  readonly status: AnalysisStatus;
  readonly conclusion: Conclusion | null;
  readonly reason: AnalysisReason | null;
  readonly rule: BuiltInRuleName | null;
  readonly summary: string | null;
  readonly advice: string | null;
  readonly evidence: readonly EvidenceItem[];
  readonly conditions: readonly Line[];
  readonly confidence: number | null;
  readonly decision_id: string | null;
  readonly action: ActionKind | null;
  readonly target: ActionTarget | null;
  readonly automatic: boolean;
  readonly asked_because: string | null;
  readonly again_at: Date | null;
  readonly tried: readonly Tried[];
  readonly created_at: Date;
  readonly due_at: Date;
  readonly concluded_at: Date | null;
}

/** What a new one does not have yet. */
export const blank = {
  requested_by: null,
  observation_id: null,
  status: 'queued',
  conclusion: null,
  reason: null,
  rule: null,
  summary: null,
  advice: null,
  evidence: [],
  conditions: [],
  confidence: null,
  decision_id: null,
  action: null,
  target: null,
  automatic: false,
  asked_because: null,
  again_at: null,
  tried: [],
  concluded_at: null,
} as const satisfies Partial<AnalysisRow>;
