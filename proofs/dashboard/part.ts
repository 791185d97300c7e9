import type { Stage } from './stage.ts';

/** What one part of the proof has shown. */
export interface Shown {
  readonly claims: Readonly<Record<string, boolean>>;
  /** Claims that hang on time. */
  readonly timed?: Readonly<Record<string, boolean>>;
  /** Why the machine was too busy to tell. */
  readonly unclear?: string | undefined;
  readonly figure: string;
}

export interface PartContext extends Stage {
  readonly quick: boolean;
  readonly say: (text: string) => void;
}

export type Part = (context: PartContext) => Promise<Shown>;
