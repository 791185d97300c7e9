import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again until it answers without throwing; after the limit the last error is the test's. The limit is for a
 * machine that has much else to do: nothing is judged by how soon it comes.
 */
export async function eventually<T>(ask: () => Promise<T> | T, limitMs = 90_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(25);
    }
  }
}
