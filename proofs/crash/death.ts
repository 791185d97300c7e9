/** Where a life ends: before or after the nth effect of a name, or of any name. */
export interface Death {
  readonly side: 'before' | 'after';
  readonly effect?: string;
  readonly nth: number;
}

export const sides = ['before', 'after'] as const;
