/** One kind of secret: how it is recognized, and what of that is replaced. */
export interface MaskRule {
  /** Stands in the text in its place: `[masked: KIND]`. */
  readonly kind: string;
  /**
   * Global. It begins with fixed characters and repeats no group that repeats, so that no text makes it slow. With the
   * flag `d` and a group named `secret` where only that is replaced.
   */
  readonly pattern: RegExp;
  /** All that matches, the group `secret` of it, or the value that begins where the match ends. */
  readonly replaced: 'match' | 'group' | 'value';
  /** What looks like it and is none. */
  readonly unless?: (secret: string) => boolean;
}

/** What of a text is a secret. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}
