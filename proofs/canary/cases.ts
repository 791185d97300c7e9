import { randomUUID } from 'node:crypto';
import { healthy } from '../../services/action-agent/test/scripted-monitor.ts';

/** A scale-up from one replica to two, what the monitor says before and after it, and how both must end. */
export interface Case {
  readonly name: string;
  /** What the monitor answers; undefined: nothing, it keeps the caller waiting. */
  readonly before: Said;
  readonly after: Said;
  /** Done when the scale-up was accepted, before its score is compared. */
  readonly meanwhile?: 'scaled to 5' | 'scaled back' | 'autoscaled to 4' | 'another action' | 'time passes';
  readonly verdict: 'kept' | 'reverted' | 'revert_skipped' | 'inconclusive' | 'skipped';
  readonly replicas: number;
}

export type Said = (clusterId: string) => ReturnType<typeof healthy> | { status: number; body: unknown } | undefined;

const score =
  (points: number, more: object = {}): Said =>
  (clusterId) =>
    healthy(clusterId, points, more);
export const down: Said = () => ({
  status: 503,
  body: { error: { code: 'unavailable', message: 'not observed yet' } },
});
const slow: Said = () => undefined;
const stale = (points: number) => score(points, { stale: true });
const ofAnother = (points: number): Said => score(points, { cluster_id: randomUUID() });
const ofBefore = (points: number) => score(points, { observed_at: '2020-01-01T00:00:00.000Z' });

const kept = { verdict: 'kept', replicas: 2 } as const;
const reverted = { verdict: 'reverted', replicas: 1 } as const;
const skipped = { verdict: 'skipped', replicas: 2 } as const;
const inconclusive = { verdict: 'inconclusive', replicas: 2 } as const;

const drops: readonly Case[] = [
  { name: 'drop above the threshold', before: score(90), after: score(79.9), ...reverted },
  { name: 'drop at the threshold', before: score(90), after: score(80), ...kept },
  { name: 'drop below the threshold', before: score(90), after: score(80.1), ...kept },
  { name: 'score rises', before: score(50), after: score(90), ...kept },
  { name: 'monitor down before', before: down, after: score(0), ...skipped },
  { name: 'monitor slow before', before: slow, after: score(0), ...skipped },
  { name: 'score stale before', before: stale(90), after: score(0), ...skipped },
  { name: "another cluster's score before", before: ofAnother(90), after: score(0), ...skipped },
];

/** The agent's clock passes the minute in which it asks again. */
const noScoreAfter: readonly Case[] = [
  { name: 'monitor down after', before: score(90), after: down, meanwhile: 'time passes', ...inconclusive },
  { name: 'monitor slow after', before: score(90), after: slow, meanwhile: 'time passes', ...inconclusive },
  { name: 'score stale after', before: score(90), after: stale(0), meanwhile: 'time passes', ...inconclusive },
  {
    name: 'score not observed since',
    before: score(90),
    after: ofBefore(0),
    meanwhile: 'time passes',
    ...inconclusive,
  },
  {
    name: "another cluster's score after",
    before: score(90),
    after: ofAnother(0),
    meanwhile: 'time passes',
    ...inconclusive,
  },
];

const changedByOthers: readonly Case[] = [
  {
    name: 'scaled by somebody meanwhile',
    before: score(90),
    after: score(10),
    meanwhile: 'scaled to 5',
    verdict: 'revert_skipped',
    replicas: 5,
  },
  {
    name: 'scaled back by somebody meanwhile',
    before: score(90),
    after: score(10),
    meanwhile: 'scaled back',
    verdict: 'revert_skipped',
    replicas: 1,
  },
  {
    name: 'scaled by an autoscaler meanwhile',
    before: score(90),
    after: score(10),
    meanwhile: 'autoscaled to 4',
    verdict: 'revert_skipped',
    replicas: 4,
  },
  {
    name: 'another action of ours meanwhile',
    before: score(90),
    after: score(10),
    meanwhile: 'another action',
    ...inconclusive,
  },
];

/** The settings of an agent, and what it must do under them. */
export interface CaseHouse {
  readonly settings: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const settle = { CANARY_SETTLE_SECONDS: '1' };

export const caseHouses: readonly CaseHouse[] = [
  { settings: { ...settle, CANARY_ROLLBACK_HEALTH_DROP: '10' }, cases: drops },
  { settings: { ...settle, CANARY_ROLLBACK_HEALTH_DROP: '10' }, cases: noScoreAfter },
  {
    settings: { ...settle, CANARY_ROLLBACK_HEALTH_DROP: '0' },
    cases: [
      { name: 'threshold 0, no drop', before: score(90), after: score(90), ...kept },
      { name: 'threshold 0, the least drop', before: score(90), after: score(89.99), ...reverted },
      ...changedByOthers,
    ],
  },
  {
    settings: { ...settle, CANARY_ROLLBACK_HEALTH_DROP: '2.5' },
    cases: [
      { name: 'fractional threshold, at it', before: score(90), after: score(87.5), ...kept },
      { name: 'fractional threshold, above it', before: score(90), after: score(87.4), ...reverted },
    ],
  },
  {
    settings: { ...settle, CANARY_ENABLED: 'false' },
    cases: [{ name: 'CANARY_ENABLED=false', before: score(90), after: score(0), ...skipped }],
  },
];

/** Control: nobody reverts here, and to whoever expects it that must show. */
export const unreverted: CaseHouse = {
  settings: { ...settle, CANARY_ENABLED: 'false' },
  cases: [{ name: 'control: a drop that nobody compares', before: score(90), after: score(0), ...reverted }],
};
