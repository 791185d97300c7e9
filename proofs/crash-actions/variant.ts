import type { Death } from '../crash/death.ts';

export const kinds = [
  'scale_deployment',
  'restart_pod',
  'cordon_node',
  'uncordon_node',
  'rollback_deployment',
] as const;
export type Kind = (typeof kinds)[number];

/** One of the five actions, done at once or after somebody approved it. */
export interface Variant {
  readonly kind: Kind;
  readonly isApproved: boolean;
}

export const variants: readonly Variant[] = kinds.flatMap((kind) =>
  [false, true].map((isApproved) => ({ kind, isApproved })),
);

export function wordsFor({ kind, isApproved }: Variant): string {
  return `${kind} ${isApproved ? 'approved' : 'automatic'}`;
}

/** An effect of a variant by its place: the nth of its name. */
export interface Place {
  readonly variant: Variant;
  readonly effect: string;
  readonly nth: number;
}

export interface Fate {
  readonly variant: Variant;
  readonly death?: Death;
}
