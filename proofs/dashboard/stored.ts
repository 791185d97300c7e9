/** A text that was stored, and the page that shows it. */
export interface Stored {
  readonly kind: string;
  readonly text: string;
  readonly path: string;
}
