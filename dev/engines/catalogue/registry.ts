import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { handOver } from '../clusters/identities.ts';
import { cachedFolder } from '../runtime/cache.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import { type Engine, ownedFolder } from '../runtime/engine.ts';
import { imageLayers, nodePrograms } from '../runtime/go-programs.ts';
import type { Home } from '../runtime/home.ts';
import { run } from '../runtime/shell.ts';
import { users } from '../runtime/users.ts';
import { imageTags, versions } from '../versions.ts';

const folder = 'registry';

function configuration(home: Home): string {
  return JSON.stringify({
    version: 0.1,
    log: { level: 'warn' },
    storage: { filesystem: { rootdirectory: '/engine/images' }, delete: { enabled: true } },
    http: { addr: `127.0.0.1:${home.port('registry')}` },
  });
}

/** The test images: one static program each, pushed once for each edition of their sources. */
async function pushImages(home: Home): Promise<void> {
  const layers = await cachedFolder(imageLayers);
  const marker = join(home.dir, folder, 'pushed');
  if (existsSync(marker) && (await readFile(marker, 'utf8')) === layers) return;
  const crane = join(await cachedFolder(nodePrograms), 'crane');
  const registry = `127.0.0.1:${home.port('registry')}`;
  for (const [name, tag] of Object.entries(imageTags)) {
    const layer = `${registry}/${name}:layer`;
    await run(crane, ['append', '--insecure', '-f', join(layers, `${name}.tar`), '-t', layer]);
    const shape = ['--entrypoint', `/${name}`, '--set-platform', 'linux/amd64'];
    await run(crane, ['mutate', '--insecure', layer, ...shape, '-t', `${registry}/${name}:${tag}`]);
  }
  await writeFile(marker, layers);
}

export const registry: Engine = {
  name: 'registry',
  title: `image registry ${versions.registry}`,
  group: 'node',
  needs: [],
  recipes: [debianRoot, nodePrograms, imageLayers],
  ports: ['registry'],
  prepare: async (home) => {
    await ownedFolder(home, users.registry, folder, 'images');
    await handOver(home, folder, users.registry, { 'registry.yaml': configuration(home) });
  },
  daemons: [
    {
      name: 'registry',
      program: () => ({
        folder,
        user: users.registry,
        argv: ['/programs/registry', 'serve', '/engine/registry.yaml'],
        programs: nodePrograms,
      }),
      env: () => ({ OTEL_TRACES_EXPORTER: 'none' }),
    },
  ],
  check: async (home) => {
    const answer = await fetch(`http://127.0.0.1:${home.port('registry')}/v2/`, { signal: AbortSignal.timeout(3_000) });
    if (!answer.ok) throw new Error(`/v2/ answered ${answer.status}`);
  },
  settle: pushImages,
  data: [folder],
};
