export { Bell } from './bell.ts';
export { claim } from './claims.ts';
export { type Clock, systemClock } from './clock.ts';
export { catalogueFaults, tablesAboveTenants } from './db/catalogue-check.ts';
export { type Database, type Handle, openDatabase, type SystemDb, type TenantDb } from './db/database.ts';
export { type MigrationSet, type MigrationStatus, migrateUp, migrationSets, migrationStatus } from './db/migrate.ts';
export { ensurePartitions } from './db/partitions.ts';
export { insertRow, updateRow } from './db/rows.ts';
export { openFirstLock, tenantFilter } from './db/tenant-filter.ts';
export { deleteTenantRows } from './db/tenant-rows.ts';
export { type Followed, Followers, rowFollowers } from './followers.ts';
export { effect, type EffectObserver, watchEffects } from './effects.ts';
export { type Broker, eventsExchange, openBroker } from './events/broker.ts';
export { startConsumer } from './events/consumer.ts';
export type { ConsumerSpec, ReceivedEvent } from './events/consumer-spec.ts';
export { type Emit, type EmitMessage, messageOutbox, outbox, type OutgoingMessage } from './events/outbox.ts';
export { startRelay } from './events/relay.ts';
export { startMessages } from './messages/consume.ts';
export { type Delivery, type MessageConsumer, messageConsumer, refuseMessage } from './messages/spec.ts';
export {
  accessSecrets,
  callersAudience,
  signAccessToken,
  type TokenClaims,
  tokenVerifier,
  type VerifyToken,
} from './http/access-token.ts';
export {
  actorOf,
  auditWriter,
  auditEventType,
  type AuditActor,
  type AuditNote,
  type AuditRecord,
  type RouteAudit,
  type WriteAudit,
} from './http/audit.ts';
export { type AnswerObserver, watchAnswers } from './http/answers.ts';
export { allow } from './http/authorize.ts';
export { closesIdle } from './http/closing.ts';
export { type CallModule, type ModuleAnswer, moduleCaller, type Peer } from './http/module-call.ts';
export { type RevocationEntry, RevocationFeed, type RevocationPage, type Revocations } from './http/revocations.ts';
export { type RouteRow, routeTable } from './http/route-table.ts';
export { type Cursors, cursors } from './http/cursor.ts';
export { etagOf, names as namesEtag } from './http/etag.ts';
export { openApi } from './http/openapi.ts';
export {
  anyIdOf,
  anyOf,
  type Condition,
  createdAfter,
  createdBefore,
  exactly,
  type Filter,
  prefixOf,
  type Where,
} from './lists/filters.ts';
export { defineList, type List, type ListPart } from './lists/list.ts';
export { listRoute } from './lists/list-route.ts';
export { type Page, pageInMemory, pageParameters } from './lists/page.ts';
export { readPage } from './lists/read-page.ts';
export { readRow } from './lists/read-row.ts';
export type { Principal } from './http/principal.ts';
export { Refusal, type RefusalDetail, refuse } from './http/refusal.ts';
export { type Limits, limitsOf, type Reach, type RouteReach } from './http/reach.ts';
export { addressGroup } from './net/address-group.ts';
export { clusterAddresses, clusterGuard } from './net/cluster-addresses.ts';
export { checkExternalUrl, externalUrl } from './net/external-url.ts';
export { RefusalLedger, type RefusalTold } from './http/refusal-ledger.ts';
export { defineRoute, type Reply, type RequestFacts, type Route, type RouteInput } from './http/route.ts';
export { eventIdOf, firstIdOf, idAt, type MakeId, makeIds, timeOfId } from './ids.ts';
export { KnownClusters, type OwnedCluster } from './known-clusters.ts';
export { giveBack, holdLease, type Lease, pause, stillHolds, takeLease } from './leases.ts';
export { type Log, makeLog, withoutSecrets } from './log.ts';
export { longestMasked, mask, type Masked } from './mask/mask.ts';
export { maskValue } from './mask/mask-value.ts';
export {
  type AddressGuard,
  addressGuard,
  AddressRefused,
  checkCidrs,
  guardedLookup,
} from './net/address-guard.ts';
export {
  defineEdge,
  defineModule,
  deleteAllTenantRows,
  type Edge,
  type EdgeContext,
  isEdge,
  jobsOf,
  type Module,
  type ModuleContext,
  modulesOf,
  type ModuleTask,
  type ModuleWorker,
  type OpenEdge,
  type Part,
  schemaOf,
} from './module.ts';
export { rowChanges } from './row-changes.ts';
export { whyRoleIsUnfit } from './runtime/role-check.ts';
export { openApiOnPaper, routesOnPaper } from './runtime/on-paper.ts';
export type { Probe } from './runtime/probe.ts';
export { wrongKeyFault, wrongKeys } from './runtime/known-keys.ts';
export { goneAfterSeconds as processGoneAfterSeconds } from './runtime/process-row.ts';
export type { Role } from './runtime/roles.ts';
export { processSettings, readAllSettings, settingsTable } from './runtime/settings.ts';
export { type RunningProcess, startProcess } from './runtime/start.ts';
export {
  address,
  checked,
  type Environment,
  environmentName,
  flag,
  integer,
  list,
  misspelt,
  number,
  oneOf,
  optional,
  readSettings,
  type Setting,
  SettingsError,
  type SettingsOf,
  type SettingsTable,
  text,
} from './settings.ts';
export { type Keyring, openKeyring, type SealedPlace, SealedSecretError, secretsKeys } from './secrets.ts';
export { rewrap, rewrapDatabase, type RewrapCount, type SealedColumn } from './secrets-rewrap.ts';
export { spread } from './spread.ts';
export { isSuspended, suspendedTenantsTask } from './suspended-tenants.ts';
export { stateMachine } from './state-machine.ts';
export { type StreamEvent, streamParameters } from './http/stream.ts';
export { activeTraceId, beginEdgeTrace, type EdgeTrace } from './telemetry.ts';
export { counter, gauge, registry } from './metrics.ts';
export type { Enqueue } from './jobs/enqueue.ts';
export { migrateJobs, whyJobsAreOutdated } from './jobs/migrate.ts';
export type { JobContext, JobDeclaration, ModuleJobs } from './jobs/spec.ts';
