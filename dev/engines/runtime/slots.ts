import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './cache.ts';
import { withLock } from './lock.ts';

/** Ports, subnets and cgroup names are counted from the slot, so two clones never meet. */
export const slotCount = 250;

const slotsDir = join(cacheDir, 'slots');

/**
 * The slot of an engines folder: the number its path hashes to or, where another living folder
 * has that one already, the next free one. Remembered, so it stays the same between runs.
 */
export async function claimSlot(homeDir: string): Promise<number> {
  return withLock(
    join(slotsDir, '.lock'),
    () => undefined,
    async () => {
      const first = createHash('sha256').update(homeDir).digest().readUInt32BE(0) % slotCount;
      for (let offset = 0; offset < slotCount; offset += 1) {
        const slot = (first + offset) % slotCount;
        const holder = await holderOf(slot);
        if (holder === homeDir) return slot;
        if (holder !== undefined && existsSync(holder)) continue;
        await mkdir(slotsDir, { recursive: true });
        await writeFile(join(slotsDir, String(slot)), homeDir);
        return slot;
      }
      throw new Error(
        `all ${slotCount} slots are taken; remove engines folders you no longer use (their paths are in ${slotsDir})`,
      );
    },
  );
}

export async function releaseSlot(homeDir: string, slot: number): Promise<void> {
  await withLock(
    join(slotsDir, '.lock'),
    () => undefined,
    async () => {
      if ((await holderOf(slot)) === homeDir) await rm(join(slotsDir, String(slot)), { force: true });
    },
  );
}

/** One command at a time works on an engines folder; the lock lies outside it. */
export function commandLock(home: { readonly slot: number }): string {
  return join(slotsDir, `${home.slot}.lock`);
}

async function holderOf(slot: number): Promise<string | undefined> {
  const path = join(slotsDir, String(slot));
  return existsSync(path) ? await readFile(path, 'utf8') : undefined;
}
