import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cachedFolder } from './cache.ts';
import { chromiumRoot } from './chromium-root.ts';
import { kubernetesPrograms } from './go-programs.ts';
import type { Home } from './home.ts';

/** Programs that tests start themselves: the engines' own, or, where docker runs the engines, the machine's. */

export async function kubectlOf(home: Home): Promise<string> {
  if (!home.isComposed) return join(await cachedFolder(kubernetesPrograms), 'kubectl');
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'));
  return process.env['KUBECTL'] ?? places.find(existsSync) ?? 'kubectl';
}

export async function chromiumOf(home: Home): Promise<string> {
  if (!home.isComposed) return join(await cachedFolder(chromiumRoot), 'chromium');
  const given = process.env['CHROMIUM'];
  if (given !== undefined) return given;
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
