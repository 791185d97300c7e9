import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPossible, kubectl } from './support.ts';
import { run } from '../runtime/shell.ts';

/** What CONTRIBUTING.md shows of the engines is typed here, in one shell, in order. */

const repository = join(import.meta.dirname, '../../..');

function commands(): readonly string[] {
  const blocks = [...readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8').matchAll(/```console\n([\s\S]*?)```/g)];
  const typed = blocks.flatMap(([, block = '']) => block.split('\n').filter((line) => line.startsWith('$ ')));
  return typed.map((line) => line.slice(2));
}

async function clear(): Promise<void> {
  await kubectl(['delete', 'deployment/web', 'pod/real', '--ignore-not-found']);
  await kubectl(['annotate', 'nodes', '--all', 'wheelhouse.dev/behaviour-']);
}

beforeAll(clear);
afterAll(clear);

test.runIf(await isPossible('kubelet'))('the commands of CONTRIBUTING.md do what it says', async () => {
  const typed = commands();
  expect(typed.length).toBeGreaterThan(7);
  const patient = typed.map((line) =>
    line.includes(' logs ') ? `for i in $(seq 50); do ${line} && break; sleep 0.2; done` : line,
  );
  const said = await run('bash', ['-ec', patient.join('\n')], { cwd: repository });
  for (const line of ['kube has 500 KWOK nodes, all Ready', 'successfully rolled out', 'web on port 8080 in real']) {
    expect(said).toContain(line);
  }
});
