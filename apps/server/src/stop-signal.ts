/** Ctrl-C reaches the whole process group and is passed on by npm and `wheelhouse` besides: one wish, told twice. */
const sameWishMs = 500;

/** Resolves with the first signal that asks to stop; a later one is for whoever cannot wait. */
export function stopSignal(atOnce: (signal: NodeJS.Signals) => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (asked === undefined) {
          asked = now;
          resolve(signal);
        } else if (now - asked > sameWishMs) atOnce(signal);
      });
    }
  });
}
