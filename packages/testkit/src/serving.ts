import { eventually } from './eventually.ts';

/** Waits until the process at an address says that it is ready; whatever else it answers is not. */
export function serving(address: string, limitMs?: number): Promise<void> {
  return eventually(async () => {
    const { status } = await fetch(`${address}/readyz`, { headers: { connection: 'close' } });
    if (status !== 200) throw new Error(`${address} is not ready`);
  }, limitMs);
}
