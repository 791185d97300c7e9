import type { LinkProps } from '@tanstack/react-router';
import type { Paths, Scope } from '@wheelhouse/sdk';
import type { Area } from '../areas.ts';
import type { Cluster, OpenIssue } from '../api/clusters.ts';
import type { Tone } from '../design/status.tsx';

/** What can be done about it at once, without looking further. */
export interface Act {
  /** The verb: "Acknowledge". */
  readonly words: string;
  readonly scope: Scope;
  readonly run: () => Promise<unknown>;
  /** Paths whose queries are old afterwards. */
  readonly outdates: readonly (keyof Paths)[];
  readonly said: string;
  readonly failed: string;
}

/** Something that waits for a person: what, where, since when, what to do next. */
export interface Need {
  readonly key: string;
  readonly tone: Tone;
  /** The API's own word for it. */
  readonly word: string;
  readonly what: string;
  readonly next: string;
  readonly cluster?: Cluster | undefined;
  /** Within the cluster. */
  readonly object?: OpenIssue['object'];
  readonly when: { readonly words: string; readonly at: string; readonly as?: 'for' } | undefined;
  readonly link: LinkProps;
  readonly linkWords: string;
  readonly act?: Act;
}

/** What a source found, and why it could not look. */
export interface Found {
  readonly needs: readonly Need[];
  readonly error: Error | null;
  /** How many wait, where not all are needs by themselves. */
  readonly total?: number | undefined;
}

/** One kind of thing that can need a person. Each area has its own, in the registry. */
export interface NeedSource {
  /** "Could not load …" */
  readonly what: string;
  /** How often it is read, on whatever page one is, if the budget allows. */
  readonly everyMs: number;
  /** The area that shows how many wait, and what for. */
  readonly counts?: { readonly at: Area['to']; readonly words: string };
  readonly useFound: (everyMs: number) => Found;
}
