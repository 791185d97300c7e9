/** Everything that pages asked for and complained of, in the whole proof. */
export interface Ledger {
  readonly requests: readonly Seen[];
  /** Answers of 400 and more that no flow wanted. */
  readonly refused: readonly string[];
  /** What went elsewhere than to the own origin. */
  readonly foreign: readonly string[];
  readonly violations: readonly string[];
  /** Errors told by pages: thrown, or written to the console. */
  readonly complaints: readonly string[];
  readonly add: (seen: Seen) => void;
  readonly refuse: (words: string) => void;
  readonly violate: (words: string) => void;
  readonly complain: (words: string) => void;
}

export interface Seen {
  readonly method: string;
  readonly url: string;
  /** Of the browser: document, script, fetch and so on. */
  readonly kind: string;
  readonly of: string;
}

export function makeLedger(origin: string): Ledger {
  const requests: Seen[] = [];
  const refused: string[] = [];
  const foreign: string[] = [];
  const violations: string[] = [];
  const complaints: string[] = [];
  return {
    requests,
    refused,
    foreign,
    violations,
    complaints,
    add: (seen) => {
      // Neither leaves the browser.
      if (/^(?:data|blob):/.test(seen.url)) return;
      requests.push(seen);
      if (new URL(seen.url).origin !== origin) foreign.push(`${seen.of}: ${seen.method} ${seen.url}`);
    },
    refuse: (words) => void refused.push(words),
    violate: (words) => void violations.push(words),
    complain: (words) => void complaints.push(words),
  };
}
