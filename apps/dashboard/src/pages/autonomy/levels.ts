import { type ActionKind, autonomyLevels, autonomyWords } from '@wheelhouse/contracts';
import type { Autonomy, Level } from '../../api/autonomy.ts';

/** A level as the buttons have it. */
export type LevelName = NonNullable<Level> | 'unset';

export const levelNames: readonly LevelName[] = ['unset', ...autonomyLevels];

export const nameOf = (level: Level): LevelName => level ?? 'unset';
export const levelOf = (name: LevelName): Level => (name === 'unset' ? null : name);

export const rank = (level: Level): number => levelNames.indexOf(nameOf(level));

/** What holds for one kind: of the whole tenant, or on one cluster, which can only be stricter. */
export interface Held {
  readonly own: Level;
  readonly tenant: Level;
  readonly effective: Level;
}

export function heldOn({ tenant, clusters }: Autonomy, kind: ActionKind, clusterId: string | undefined): Held {
  if (clusterId === undefined) return { own: tenant[kind], tenant: tenant[kind], effective: tenant[kind] };
  const known = clusters.find(({ cluster_id }) => cluster_id === clusterId);
  return {
    own: known?.autonomy[kind] ?? null,
    tenant: tenant[kind],
    effective: known === undefined ? tenant[kind] : known.effective[kind],
  };
}

/** What becomes of a decision. */
export function levelWords(level: Level): string {
  if (level === null) return 'Each decision says itself whether it waits for an approval.';
  return `A decision ${autonomyWords[level]}.`;
}
