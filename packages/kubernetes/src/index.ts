export { type ClusterAccess, KubeconfigRefused, type RefusalCode } from './access/access.ts';
export { defaultAccess } from './access/default.ts';
export { accessInCluster } from './access/in-cluster.ts';
export { accessFromKubeconfig } from './access/kubeconfig.ts';
export { accessFromFile } from './access/local-file.ts';
export { accessFromWritten, type WrittenAccess, writtenAccess } from './access/written.ts';
export { foldOperations } from './apply/fold.ts';
export { lastSetBy, type SetBy } from './apply/last-set-by.ts';
export { type FieldManager, type Managed, type ManagedFieldsEntry, managersOf } from './apply/managed-fields.ts';
export { type Allowance, budgetsOf, disruptionsAllowed } from './budgets/allowance.ts';
export { isHealthy, isLive, isPodOf } from './budgets/owners.ts';
export { type Quantity, quantityOf } from './budgets/quantity.ts';
export { rolloutRoom, type Strategy } from './budgets/rollout.ts';
export {
  type OtherDeployment,
  type Rule,
  type ScaleDownCase,
  scaleDownVerdict,
  type Verdict,
  type Violation,
} from './budgets/scale-down.ts';
export {
  type Budget,
  budgetSeen,
  type DeploymentSeen,
  deploymentSeen,
  type PodController,
  type PodPhase,
  type PodSeen,
  podSeen,
  type RawBudget,
  type RawDeployment,
  type RawPod,
} from './budgets/seen.ts';
export { type LabelExpression, type LabelSelector, type Labels, matches } from './budgets/selector.ts';
export { type ClusterClient, openCluster } from './client/client.ts';
export { type Cause, ClusterUnreachable, KubernetesError, type UnreachableCode } from './client/errors.ts';
export type { ListOptions, ListPage } from './client/list.ts';
export type { LogOptions } from './client/logs.ts';
export type { ClusterClientOptions, ObserveWrite } from './client/options.ts';
export type { ProxiedAnswer, ProxyOptions } from './client/proxy.ts';
export { Reading } from './client/reading.ts';
export type { Query } from './client/request.ts';
export type { Right } from './client/rights.ts';
export type { WatchEvent, WatchOptions } from './client/watch.ts';
export type { Identity } from './client/who-am-i.ts';
export type { ApplyOptions, JsonPatchOperation, RemoveOptions, WriteOptions } from './client/write-options.ts';
export {
  type ContainerStatus,
  isGoing,
  isReady,
  type LiveCondition,
  type LiveDeployment,
  type LiveObject,
  type LivePod,
  type OwnerReference,
  templateHash,
} from './pods/live.ts';
export { selectorText } from './pods/selector-text.ts';
export { sentenceOf } from './pods/sentence.ts';
export {
  creationTrouble,
  podTrouble,
  podTroubleReasons,
  type PodTroubleReason,
  refusedCreation,
  type Trouble,
  troublesOf,
} from './pods/troubles.ts';
export { KeptLimit, type KeptLimits, KeptShare } from './reflector/kept-limit.ts';
export { isTooLarge, Reflector, type ReflectorOptions } from './reflector/reflector.ts';
export { resources } from './resources.ts';
