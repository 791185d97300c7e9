import { defineConfig } from 'vitest/config';
import { environmentOf } from './dev/engines/commands/env.ts';
import { emptyHome } from './dev/engines/runtime/empty-home.ts';
import { openHome } from './dev/engines/runtime/home.ts';
import { answersLog } from './dev/engines/test/answers-log.ts';

const home = await openHome();

/** Files that run beside each other. */
function beside(name: string, files: string, more: { readonly exclude?: string[]; readonly isolate: boolean }) {
  return {
    extends: true as const,
    test: { name, include: [files], maxWorkers: 3, ...more },
  };
}

export default defineConfig({
  test: {
    globalSetup: ['dev/engines/test/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    env: { ...(await environmentOf(home)), ...(await emptyHome(home)), ANSWERS_LOG: answersLog() },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters:
      process.env['CI'] === undefined ? ['default'] : ['default', ['json', { outputFile: '.engines/tests.json' }]],
    projects: [
      // These share the engines, each with a database, a vhost and nodes of its own, and wait for most of their time.
      beside('modules', '{proofs,packages,services,apps}/**/*.test.ts', {
        exclude: ['packages/kit/**', '**/node_modules/**'],
        isolate: false,
      }),
      // What is one of a kind in a process, as traces are, is tested here: each file in a process of its own.
      beside('kit', 'packages/kit/**/*.test.ts', { isolate: true }),
      // The engines are one per clone, and these kill them: one file at a time, when all others are through.
      {
        extends: true,
        test: { name: 'ground', include: ['dev/**/*.test.ts'], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
