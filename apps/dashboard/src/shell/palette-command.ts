/** Something the palette can do. */
export interface PaletteCommand {
  readonly words: string;
  /** Where words may be the same. */
  readonly key?: string;
  readonly kind: 'place' | 'cluster' | 'app' | 'CloudSpace' | 'workload' | 'node' | 'incident' | 'do' | 'decide';
  readonly keys?: string;
  readonly cluster?: { readonly id: string; readonly name: string };
  readonly run: () => void;
}
