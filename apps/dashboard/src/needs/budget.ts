/** Requests a minute that all sources together may cost a page that nobody but its menu asks for them. */
const perMinute = 40;

interface Polled {
  readonly everyMs: number;
}

/** The intervals of the sources, all stretched alike when together they would ask for more than the budget. */
export function withinBudget<Source extends Polled>(
  sources: readonly Source[],
  budget: number = perMinute,
): readonly { readonly source: Source; readonly everyMs: number }[] {
  const wanted = sources.reduce((sum, { everyMs }) => sum + 60_000 / everyMs, 0);
  const stretch = Math.max(1, wanted / budget);
  return sources.map((source) => ({ source, everyMs: Math.ceil(source.everyMs * stretch) }));
}
