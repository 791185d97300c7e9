/**
 * Every version the engines are made of. Kubernetes, KWOK, metrics-server and etcd stand in
 * go/kubernetes/go.mod too, because Go reads them there; a test compares the two.
 */
export const versions = {
  debianSuite: 'trixie',
  postgresql: '17',
  rabbitmq: '4.0',
  valkey: '8.1',
  alertmanager: '0.28',
  kubernetes: '1.36.4',
  etcd: '3.6.16',
  kwok: '0.8.0',
  metricsServer: '0.9.0',
  containerd: '2.4.2',
  cniPlugins: '1.9.1',
  registry: '3.1.2',
  crane: '0.22.1',
  docker: '20.10',
  dockerCompose: '1.29',
} as const;

/** The test images. A new edition of one has a new tag: a node does not pull again what it has under the old one. */
export const imageTags = { web: '2', pause: '1' } as const;
