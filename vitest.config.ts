import { defineConfig } from 'vitest/config';
import { environmentOf } from './dev/engines/commands/env.ts';
import { emptyHome } from './dev/engines/runtime/empty-home.ts';
import { openHome } from './dev/engines/runtime/home.ts';
import { answersLog } from './dev/engines/test/answers-log.ts';

const home = await openHome();

export default defineConfig({
  test: {
    include: ['{dev,proofs,packages,services,apps}/**/*.test.ts'],
    // The engines are one per clone, and some tests kill them: one file at a time.
    fileParallelism: false,
    globalSetup: ['dev/engines/test/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    env: { ...(await environmentOf(home)), ...(await emptyHome(home)), ANSWERS_LOG: answersLog() },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters:
      process.env['CI'] === undefined ? ['default'] : ['default', ['json', { outputFile: '.engines/tests.json' }]],
  },
});
