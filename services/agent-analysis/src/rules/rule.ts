import type { ActionKind, ActionTarget, BuiltInRuleName, FactPart, Facts } from '@wheelhouse/contracts';

/** An action, with a target of its kind. */
export type Proposed = {
  readonly [Kind in ActionKind]: { readonly action: Kind; readonly target: ActionTarget<Kind> };
}[ActionKind];

/** What a rule makes of what was seen. */
export type Judged =
  | {
      readonly verdict: 'matched';
      readonly proposes: Proposed;
      /** Why, in one or two sentences with figures. */
      readonly reason: string;
      /** What a person should do besides. */
      readonly advice?: string;
    }
  | {
      readonly verdict: 'suggestion';
      readonly reason: string;
      /** What would help, with figures. */
      readonly advice: string;
      /** Why no action of ours would. */
      readonly whyNoAction: string;
    }
  /** Nothing is missing but time. */
  | { readonly verdict: 'later'; readonly at: Date; readonly waitsFor: string }
  | { readonly verdict: 'no'; readonly fails: string };

/** What a rule may know of the incident besides what was seen. */
export interface RuleContext {
  /** Rules that have proposed something for it, and have not taken that back. */
  readonly proposed: ReadonlySet<BuiltInRuleName>;
}

/**
 * A rule is data and one pure function: no clock, no I/O. The same facts lead to the same conclusion; `now` is the
 * moment at which they were seen.
 */
export interface Rule {
  readonly name: BuiltInRuleName;
  readonly title: string;
  /** What it means, for people who have not met it before. */
  readonly about: string;
  /** Its conditions in words: all of them have to be seen. */
  readonly when: readonly string[];
  /** What follows, in words. */
  readonly follows: string;
  /** What it has to see. Where a part is not visible it matches nothing. */
  readonly needs: readonly FactPart[];
  /** How likely it is to help, as long as too little of it was judged here. */
  readonly prior: number;
  readonly judge: (facts: Facts, context: RuleContext) => Judged;
}
