import { nodeName } from '../engines/clusters/fleet.ts';
import { autoscaler, budget, daemonSet, deployment, namespace, type Replicated, statefulSet } from './manifests.ts';

/** What a small shop runs: every figure is one that a team would choose, and none of it is in trouble. */

export const namespaces = ['shop', 'payments', 'platform', 'data', 'branches'] as const;
export type Namespace = (typeof namespaces)[number];

/** Whose release the demo can make a bad one. */
export const cart: Replicated = { replicas: 3, cpu: 200, memory: 256, used: 0.35, image: 'acme/cart:1.19.1' };
export const search: Replicated = { replicas: 5, cpu: 1_000, memory: 2_048, used: 0.55, image: 'acme/search:0.31.2' };
export const recommendations: Replicated = {
  replicas: 6,
  cpu: 1_500,
  memory: 3_072,
  used: 0.5,
  image: 'acme/recommendations:0.9.8',
};

/** Used at 60 %, which is what its autoscaler wants: it rests. */
const storefront: Replicated = { replicas: 8, cpu: 500, memory: 512, used: 0.6, image: 'acme/storefront:4.12.0' };
export const storefrontScaling = { minimum: storefront.replicas, maximum: 24, percent: 60 } as const;

/** A till server for each branch. They keep their data on the disks of one node, and run there alone. */
const branches = [
  'aarhus',
  'bergen',
  'bremen',
  'ghent',
  'graz',
  'leipzig',
  'lyon',
  'malmo',
  'porto',
  'tartu',
  'turku',
  'utrecht',
] as const;
export const branchNode: string = nodeName(16);

/** Each where `place` puts its namespace: tests use one of their own. */
export function workloads(place: (namespace: Namespace) => string = (name) => name): readonly object[] {
  const [shop, payments, platform, data, tills] = namespaces.map(place);
  const at = (name: string | undefined) => name ?? '';
  return [
    ...[...new Set(namespaces.map(place))].map(namespace),
    ...inShop(at(shop)),
    ...inPayments(at(payments)),
    ...inPlatform(at(platform)),
    ...inData(at(data)),
    ...inBranches(at(tills)),
  ];
}

function inShop(ns: string): readonly object[] {
  return [
    deployment(ns, 'storefront', storefront),
    autoscaler(ns, 'storefront', storefrontScaling),
    budget(ns, 'storefront', { maxUnavailable: 1 }),
    deployment(ns, 'catalog', { replicas: 6, cpu: 250, memory: 384, used: 0.45, image: 'acme/catalog:2.7.3' }),
    deployment(ns, 'cart', cart),
    budget(ns, 'cart', { maxUnavailable: 1 }),
    // One that is not ready is missed.
    deployment(ns, 'checkout', {
      replicas: 6,
      cpu: 300,
      memory: 384,
      used: 0.5,
      image: 'acme/checkout:3.4.0',
      mayBeAway: 0,
    }),
    budget(ns, 'checkout', { minAvailable: 4 }),
    deployment(ns, 'search', search),
  ];
}

function inPayments(ns: string): readonly object[] {
  return [
    deployment(ns, 'payment-gateway', {
      replicas: 6,
      cpu: 400,
      memory: 512,
      used: 0.4,
      image: 'acme/payment-gateway:5.0.4',
      mayBeAway: 0,
    }),
    budget(ns, 'payment-gateway', { minAvailable: 4 }),
    deployment(ns, 'ledger', { replicas: 4, cpu: 500, memory: 1_024, used: 0.5, image: 'acme/ledger:1.8.0' }),
    // One on each machine at most, and none may be away.
    deployment(ns, 'fraud-scoring', {
      replicas: 6,
      cpu: 2_000,
      memory: 4_096,
      used: 0.5,
      image: 'acme/fraud-scoring:1.6.4',
      mayBeAway: 0,
      onePerNode: true,
    }),
    budget(ns, 'fraud-scoring', { maxUnavailable: 1 }),
  ];
}

function inPlatform(ns: string): readonly object[] {
  return [
    deployment(ns, 'ingress', { replicas: 4, cpu: 500, memory: 256, used: 0.3, image: 'acme/ingress:1.14.0' }),
    budget(ns, 'ingress', { maxUnavailable: 1 }),
    daemonSet(ns, 'log-shipper', { cpu: 100, memory: 192, used: 0.4, image: 'acme/log-shipper:3.1.5' }),
  ];
}

function inData(ns: string): readonly object[] {
  return [
    statefulSet(ns, 'orders-db', { replicas: 3, cpu: 2_000, memory: 8_192, used: 0.6, image: 'acme/orders-db:17.2' }),
    budget(ns, 'orders-db', { maxUnavailable: 1 }),
    deployment(ns, 'recommendations', recommendations),
  ];
}

function inBranches(ns: string): readonly object[] {
  const till = { replicas: 1, cpu: 50, memory: 128, used: 0.4, image: 'acme/till:2.3.1', onNode: branchNode };
  return branches.map((branch) => deployment(ns, `till-${branch}`, till));
}
