/** One row of the error catalogue. */
export interface ErrorDefinition {
  readonly status: number;
  /** The module that first answers with it; its tests provoke it. */
  readonly owner: ErrorOwner;
  /** What went wrong, when the place that raises it knows no better words. */
  readonly message: string;
  /** What the caller can do next. */
  readonly next: string;
}

export type ErrorOwner = 'kit' | 'gateway' | 'auth' | 'action-agent';
