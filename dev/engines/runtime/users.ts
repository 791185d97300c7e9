/**
 * Users of the programs that bring none of their own. Only the numbers exist: nothing is added to
 * the host or to the Debian root, and no file but the engine's own belongs to them.
 */
export const users = {
  etcd: 64_510,
  kubeApiserver: 64_511,
  kubeControllerManager: 64_512,
  kubeScheduler: 64_513,
  kwok: 64_514,
  metricsServer: 64_515,
  registry: 64_516,
  forwarder: 64_517,
  kube2Apiserver: 64_521,
  kube2ControllerManager: 64_522,
  kube2Scheduler: 64_523,
  kube2Kwok: 64_524,
} as const;
