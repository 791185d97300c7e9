import { type Verdict, wrong } from './verdict.ts';

export const probeSeconds = 5;

/** A dependency that says nothing is as wrong as one that says no; nobody waits for it longer than this. */
export async function bounded(ask: Promise<Verdict>, next: string): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(wrong(`no response within ${probeSeconds} seconds`, next)), probeSeconds * 1000);
  });
  try {
    return await Promise.race([ask, late]);
  } finally {
    clearTimeout(timer);
  }
}
