import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{dev,proofs,packages,services,apps}/**/*.test.ts'],
    // The engines are one per clone, and some tests kill them: one file at a time.
    fileParallelism: false,
    globalSetup: ['dev/engines/test/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters:
      process.env['CI'] === undefined ? ['default'] : ['default', ['json', { outputFile: '.engines/tests.json' }]],
  },
});
