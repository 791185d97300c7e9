/** Features that others of their module are built on. */
const groundFeatures = [
  'action-agent/src/(clusters|guards|planning|plans|records|settings)',
  'agent-analysis/src/(neighbours|records|rules|trust)',
  'agent-feedback/src/(heard|judging|settings)',
  'agent-recommendation/src/(findings|recommendations|sources)',
  'auth/src/(revocations|secrets)',
  'incidents/src/(entries|places|records|settings|signals|windows)',
  'k8s-monitor/src/(actions|clusters|rules|state)',
  'platform/src/(apps|cloudspaces|clusters)',
  'webhooks/src/(formats|lanes|subscriptions|wire)',
].join('|');

/**
 * The architecture rules, each with its reason. They name folders that later work fills;
 * a rule about an empty folder holds trivially and bites from the first file on.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'A cycle means two files that can only be understood, tested and moved together: make them one or cut it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'contracts are read by browsers and clients: nothing of the server may come along.',
      severity: 'error',
      from: { path: '^packages/contracts/src' },
      to: { path: '^(packages/(?!contracts)|services|apps|dev|proofs)' },
    },
    {
      name: 'kit-knows-no-service',
      comment: 'contracts <- kit <- services <- apps/server: the runtime cannot depend on what runs on it.',
      severity: 'error',
      from: { path: '^packages/(kit|kubernetes|pod-logs)/src' },
      to: { path: '^(services|apps|packages/testkit)' },
    },
    {
      name: 'logs-are-read-by-two',
      comment: 'kit, kubernetes <- pod-logs <- the services whose pages show logs: the runtime does not know of it.',
      severity: 'error',
      from: { path: '^(services/(?!platform/|k8s-monitor/)[^/]+|packages/(?!pod-logs/)[^/]+|apps/[^/]+)/src' },
      to: { path: '^packages/pod-logs/' },
    },
    {
      name: 'kubernetes-stands-alone',
      comment: 'What talks to clusters needs no database and no broker: it can be tested, and used, without the house.',
      severity: 'error',
      from: { path: '^packages/kubernetes/src' },
      to: { path: '^packages/(?!kubernetes/)' },
    },
    {
      name: 'clusters-are-for-a-few',
      comment: 'Who holds the keys of clusters is a short list; the others ask these.',
      severity: 'error',
      from: { path: '^(services/(?!platform/|k8s-monitor/|security/|action-agent/)[^/]+|packages/kit)/src/' },
      to: { path: '^packages/kubernetes/' },
    },
    {
      name: 'services-meet-over-the-wire',
      comment: 'A module never imports another module: one process or ten stays a deployment choice.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/' },
      to: { path: '^services/(?!$1/)' },
    },
    {
      name: 'a-store-is-its-features-own',
      comment:
        'A table is read and written in one folder. Others call what the feature offers; only what stands on a ground feature may use its store.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/' },
      to: { path: '^services/[^/]+/src/[^/]+/[^/]*store\\.ts$', pathNot: `^services/(${groundFeatures}|$1/src/$2)/` },
    },
    {
      name: 'ground-features-know-nothing-above',
      comment: 'What others are built on does not need them: it is read, tested and changed without them.',
      severity: 'error',
      from: { path: `^services/(${groundFeatures})/` },
      to: { path: '^services/[^/]+/src/[^/]+/', pathNot: `^services/(${groundFeatures})/` },
    },
    {
      name: 'clients-import-contracts-only',
      comment: 'What dashboard, sdk and cli can do, anyone can do with the public API.',
      severity: 'error',
      from: { path: '^(apps/dashboard|packages/(sdk|cli))/src' },
      to: { path: '^(packages/(kit|kubernetes|testkit)|services|apps/server)' },
    },
    {
      name: 'testkit-is-for-tests',
      comment: 'Shipped code that needs the test kit is not shipped code.',
      severity: 'error',
      from: { path: '^(packages|services|apps)/[^/]+/src', pathNot: '^packages/testkit/' },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'nothing-shipped-needs-dev',
      comment: 'dev/ and proofs/ stand outside the product; the product must run without them.',
      severity: 'error',
      from: { path: '^(packages|services|apps)/[^/]+/src' },
      to: { path: '^(dev|proofs)/' },
    },
    {
      name: 'the-job-engine-stays-in-its-folder',
      comment: 'Reconcilers must be able to move to another engine: no type of this one outside kit/src/jobs.',
      severity: 'error',
      from: { pathNot: '^packages/kit/(src/jobs|test)/' },
      to: { path: 'node_modules/pg-boss' },
    },
    {
      name: 'only-what-is-timed-can-be-void',
      comment: 'What must never happen has happened or not, however busy the machine: such a proof is held or broken.',
      severity: 'error',
      from: { path: '^proofs/', pathNot: '^proofs/(timed/|runner/timed\\.test\\.ts)' },
      to: { path: '^proofs/runner/timed\\.ts' },
    },
    {
      name: 'engines-need-only-node',
      comment: 'The engines come up before any package is trusted: dev/engines imports Node itself and its own files.',
      severity: 'error',
      from: { path: '^dev/engines/', pathNot: '\\.test\\.ts$|^dev/engines/test/' },
      to: { pathNot: '^dev/engines/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'one-engine-does-not-import-another',
      comment: 'An engine names what it needs; only the catalogue knows all of them.',
      severity: 'error',
      from: { path: '^dev/engines/catalogue/(?!index\\.ts)' },
      to: { path: '^dev/engines/catalogue/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|\\.engines|/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
