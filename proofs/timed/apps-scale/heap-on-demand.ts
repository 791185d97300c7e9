/** Loaded before a program: whoever started it may ask what it holds. */

process.on('message', () => {
  // Twice, because what the first one finds finalizers for goes with the second.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
process.channel?.unref();
