export { type AlikeCase, alikeCases } from './alike.ts';
export { awakeClock } from './awake.ts';
export { type MovableClock, movableClock } from './clock.ts';
export { asOwner, type TestDatabase, testDatabase } from './database.ts';
export { engineSetting } from './engines.ts';
export { eventually } from './eventually.ts';
export { follow, type FollowedStream, type StreamedEvent } from './follow.ts';
export { freePort } from './free-port.ts';
export { type DeploymentMade, type Kube, type KubeSetting, openKube, type PodObject } from './kube.ts';
export { moduleDatabase } from './module-database.ts';
export {
  type Answer,
  call,
  type CallOptions,
  type Caller,
  caller,
  startTestProcess,
  testEnvironment,
  type TestProcess,
  testSecret,
} from './process.ts';
export { serving } from './serving.ts';
export { brokerAdmin, type TestVhost, testVhost } from './vhost.ts';
