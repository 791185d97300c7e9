/** Ctrl-C and SIGTERM end the work early; to whoever watches something that is no error. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const stopped = () => stop.abort();
  process.once('SIGINT', stopped).once('SIGTERM', stopped);
  try {
    await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', stopped).off('SIGTERM', stopped);
  }
}
