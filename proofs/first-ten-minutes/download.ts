import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { descendants } from '../runner/descendants.ts';

/** Puts what the browser has downloaded where a person would find it. */
export async function saveDownload(download: Download, folder: string): Promise<void> {
  const content = await contentOf(await download.path());
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, download.suggestedFilename()), content);
}

/** The engines' Chromium has a /tmp of its own, which is seen through the root of its process. */
async function contentOf(path: string): Promise<Buffer> {
  for (const place of [path, ...descendants().map((pid) => `/proc/${pid}/root${path}`)]) {
    const content = await readFile(place).catch(() => undefined);
    if (content !== undefined) return content;
  }
  throw new Error(`what was downloaded is not at ${path}, nor where the browser would see that`);
}
