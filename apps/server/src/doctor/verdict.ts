/** What one question to one dependency came to. Whatever is wrong carries the step that mends it. */
export type Verdict =
  | { readonly state: 'ok' | 'skipped'; readonly said: string }
  | { readonly state: 'wrong'; readonly said: string; readonly next: string };

export interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
}

export const ok = (said: string): Verdict => ({ state: 'ok', said });
export const skipped = (said: string): Verdict => ({ state: 'skipped', said });
export const wrong = (said: string, next: string): Verdict => ({ state: 'wrong', said, next });
