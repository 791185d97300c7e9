import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newHome } from './house.ts';
import { begin, fromSources } from './running.ts';

async function loadedFor(...args: readonly string[]): Promise<string> {
  const folder = newHome();
  await fromSources.run(args, { NODE_V8_COVERAGE: folder });
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

test('a group is loaded when it is named, and what makes calls when a command runs', async () => {
  expect(await loadedFor('--help')).not.toMatch(/cli\/src\/groups/);
  const tokens = await loadedFor('tokens', '--help');
  expect(tokens).toMatch(/cli\/src\/groups\/tokens/);
  expect(tokens).not.toMatch(/packages\/sdk|cli\/src\/groups\/(?!tokens)/);
  expect(await loadedFor('actions', 'approve', '--help')).not.toMatch(/packages\/sdk|groups\/actions\/approve/);
});

test('the README’s example of a group is what the compiler allows', async () => {
  const repository = join(import.meta.dirname, '../../..');
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(example).toContain('export const commands');
  const folder = mkdtempSync(join(tmpdir(), 'groups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'users.ts'),
    example.replaceAll("from '../", `from '${join(repository, 'packages/cli/src')}/`),
  );
  const settings = { extends: join(repository, 'tsconfig.json'), include: ['users.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const words = [join(repository, 'node_modules/.bin/tsc'), '--project', '.', '--pretty', 'false'];
  expect(await begin(words, {}, folder).ended).toMatchObject({ code: 0, stdout: '' });
});
