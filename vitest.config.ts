import { defineConfig } from 'vitest/config';
import { join } from 'node:path';
import { environmentOf } from './dev/engines/commands/env.ts';
import { cacheDir } from './dev/engines/runtime/cache.ts';
import { emptyHome } from './dev/engines/runtime/empty-home.ts';
import { openHome } from './dev/engines/runtime/home.ts';
import { answersLog } from './dev/engines/test/answers-log.ts';
import { cliProgram } from './dev/engines/test/cli-program.ts';
import { leftOut } from './dev/engines/test/left-out.ts';

const home = await openHome();
const notHere = (await leftOut(home)).flatMap(({ files }) => files);

/** Tests that need no engine at all, and run wherever Node does. */
const alone = [
  'proofs/**/*.test.ts',
  'packages/{contracts,pod-logs,testkit}/**/*.test.ts',
  'services/webhooks/test/wire/*.test.ts',
  'services/k8s-monitor/test/{rules,state,told}-*.test.ts',
  'services/action-agent/test/{plans,plan-etag,effect,done-when}.test.ts',
  'services/auth/test/{format,passwords,totp}.test.ts',
  'apps/dashboard/test/*.test.ts',
  'dev/test/{bootstrap,elsewhere,portable}.test.ts',
];
/** Tests that need Kubernetes; all others begin while it is still being built and started. */
const onClusters = [
  'packages/{kubernetes,cli}/**/*.test.ts',
  'services/{platform,k8s-monitor,action-agent}/**/*.test.ts',
  'apps/dashboard/**/*.test.ts',
  'dev/{mutants,test}/**/*.test.ts',
];
/** They need the real node. */
const onRealNode = ['{packages,services}/**/real-node.test.ts', 'packages/cli/test/apps-guide.test.ts'];
/** They write into the checkout, which others copy and check. */
const inCheckout = ['dev/test/new-module.test.ts', 'proofs/installation/scratch-module.test.ts'];

/** Files that run beside each other. */
function beside(
  name: string,
  files: string | string[],
  more: { readonly exclude?: string[]; readonly isolate: boolean },
) {
  return {
    extends: true as const,
    test: {
      name,
      include: [files].flat(),
      maxWorkers: 5,
      ...more,
      exclude: [...(more.exclude ?? []), '**/node_modules/**', ...notHere],
    },
  };
}

export default defineConfig({
  // How long each file took is known to all clones: the longest begins first.
  cacheDir: join(cacheDir, 'vitest'),
  test: {
    globalSetup: ['dev/engines/test/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    env: {
      ...(await environmentOf(home)),
      ...(await emptyHome(home)),
      ANSWERS_LOG: answersLog(),
      CLI_PROGRAM: cliProgram(home),
    },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      beside('alone', alone, { exclude: inCheckout, isolate: false }),
      // These share the engines, each with a database, a vhost and nodes of its own, and wait for most of their time.
      beside('stores', '{proofs,packages,services,apps}/**/*.test.ts', {
        exclude: ['packages/kit/**', ...alone, ...onClusters, ...inCheckout],
        isolate: false,
      }),
      beside('clusters', onClusters, { exclude: [...alone, ...onRealNode, ...inCheckout], isolate: false }),
      // What is one of a kind in a process, as traces are, is tested here: each file in a process of its own.
      beside('kit', 'packages/kit/**/*.test.ts', { isolate: true }),
      // There is one such node, and some of these drain it.
      {
        extends: true,
        test: {
          name: 'node',
          include: onRealNode,
          exclude: ['**/node_modules/**', ...notHere],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      // The engines are one per clone, and these kill them: one file at a time, when all others are through.
      {
        extends: true,
        test: {
          name: 'ground',
          include: ['dev/{engines,image}/**/*.test.ts', ...inCheckout],
          exclude: ['**/node_modules/**', ...notHere],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
