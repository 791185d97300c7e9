/** A log that is open, of which nothing has been read yet. */
export interface OpenLog {
  readonly lines: AsyncGenerator<string>;
}

/** Resolves once the server has begun to answer; rejects if it refuses. */
export async function opened(begin: (onOpen: () => void) => AsyncGenerator<string>): Promise<OpenLog> {
  const open = Promise.withResolvers<void>();
  const source = begin(open.resolve);
  const first = source.next();
  await Promise.race([open.promise, first]);
  // It may break before it is read.
  first.catch(() => undefined);
  return { lines: linesOf(first, source) };
}

async function* linesOf(first: Promise<IteratorResult<string>>, source: AsyncGenerator<string>) {
  const { done, value } = await first;
  if (done === true) return;
  yield value;
  yield* source;
}
