export { adminAccess, type KubeSetting } from './admin-access.ts';
export { type AlikeCase, alikeCases } from './alike.ts';
export { awakeClock } from './awake.ts';
export { type MovableClock, movableClock } from './clock.ts';
export { type ClusterRelay, kubeconfigThrough, relayBefore } from './cluster-relay.ts';
export { asOwner, type TestDatabase, testDatabase } from './database.ts';
export { type DeployAccess, deployAccess } from './deploy-access.ts';
export { engineSetting } from './engines.ts';
export { eventually } from './eventually.ts';
export { follow, type FollowedStream, type StreamedEvent } from './follow.ts';
export { freePort, isFree } from './free-port.ts';
export { type DeploymentMade, type Kube, openKube, type PodObject } from './kube.ts';
export { reservedTaint } from './kube-objects.ts';
export { moduleDatabase } from './module-database.ts';
export { makeNamespace, type Namespace } from './namespace.ts';
export {
  type Answer,
  call,
  type CallOptions,
  type Caller,
  caller,
  startTestProcess,
  testEnvironment,
  testKeys,
  type TestProcess,
  testSecret,
} from './process.ts';
export { type Place, type Relay, startRelay } from './relay.ts';
export { serving } from './serving.ts';
export { brokerAdmin, type TestVhost, testVhost } from './vhost.ts';
