/** begins: somebody is to look; in_hand: somebody does; over: nobody needs to any more; news: nobody has to. */
export type Standing = 'begins' | 'in_hand' | 'over' | 'news';

export type Weight = 'critical' | 'high' | 'medium' | 'low';

export type Fact = readonly [label: string, value: string];

/** What an event says, in words: by kind of event. */
export interface Told {
  /** What happened, to what. */
  readonly title: string;
  /** The same where it stays until it is over: what is wrong, and not how that stands. */
  readonly alert: string;
  /** More of it, as it was written; empty where the title says all. */
  readonly text: string;
  readonly facts: readonly Fact[];
  /** What its link is called. */
  readonly open: string;
  readonly standing: Standing;
  readonly weight: Weight;
  /** The thing it is about: the same in whatever is told of that. */
  readonly about: string;
  /** What of the system is affected. */
  readonly component: string;
  readonly category: string;
}
