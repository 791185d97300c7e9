import type { IngestPurpose, Scope } from '@wheelhouse/contracts';

/** Who calls, as the access token says. Nothing else in a request says who calls or for which tenant. */
export interface Principal {
  readonly kind: 'user' | 'session' | 'service' | 'pipeline' | 'ingest' | 'module';
  /** The user, service account, pipeline or module; of an ingest token the token itself. */
  readonly id: string;
  /** Absent only in a module's own token for a route above tenants. */
  readonly tenantId: string | undefined;
  readonly cell: string;
  readonly credentialId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Of an ingest token: the one thing it may send. Undefined too for one this version does not know. */
  readonly purpose: IngestPurpose | undefined;
  /** The limits of the role, or of the ingest token; absent means none. */
  readonly clusterIds: ReadonlySet<string> | undefined;
  readonly cloudspaceIds: ReadonlySet<string> | undefined;
  /** The number of the last revocation auth had seen when it issued the token. */
  readonly revocationsSeen: number;
  /** The token lives longer than the minute of those the gateway is given. */
  readonly longLived: boolean;
}
