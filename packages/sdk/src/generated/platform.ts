/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/platform.json. */
export interface PlatformPaths {
  readonly '/platform/api/v1/clusters': {
    /** List clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Pending, Ready, Degraded, Unreachable; comma-separated */
        readonly phase?: string | undefined;
        /** Prefix of the name */
        readonly q?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order */
        readonly sort?: 'name' | '-name' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['Cluster'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Register a cluster; follow its progress in phase. Access: admin. */
    readonly POST: {
      readonly body: {
        /** A DNS label, unique in the tenant */
        readonly name: string;
        readonly description?: string;
        /** YAML or JSON, self-contained: no file references, no exec, no proxies; instead of server and token */
        readonly kubeconfig?: string;
        /** Context in the kubeconfig; its current context by default */
        readonly context?: string;
        /** https://host:port, instead of a kubeconfig */
        readonly server?: string;
        /** PEM, of the authority that signed the server's certificate; by default one this machine trusts */
        readonly certificate_authority?: string;
        /** Service account token, together with server */
        readonly token?: string;
      };
      readonly answers: {
        readonly 201: PlatformSchemas['Cluster'];
      };
    };
  };
  readonly '/platform/api/v1/clusters/{id}': {
    /** Read a cluster. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cluster'];
      };
    };
    /** Change a cluster's name, description or credentials. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        /** A DNS label, unique in the tenant */
        readonly name?: string;
        readonly description?: string;
        /** YAML or JSON, self-contained: no file references, no exec, no proxies; instead of server and token */
        readonly kubeconfig?: string;
        /** Context in the kubeconfig; its current context by default */
        readonly context?: string;
        /** https://host:port, instead of a kubeconfig */
        readonly server?: string;
        /** PEM, of the authority that signed the server's certificate; by default one this machine trusts */
        readonly certificate_authority?: string;
        /** Service account token, together with server */
        readonly token?: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cluster'];
      };
    };
    /** Remove a cluster and its credentials; the cluster itself is not touched. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/platform/api/v1/cluster-manifest': {
    /** Read the manifest that makes the service account a cluster is watched with, for kubectl apply -f. Access: public. */
    readonly GET: {
      readonly answers: {
        readonly 200: string;
      };
    };
  };
  readonly '/platform/api/v1/dead-letters': {
    /** List events and messages that could not be handled, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** Event types, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['DeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
}

export interface PlatformSchemas {
  readonly Cluster: {
    readonly id: string;
    /** A DNS label, unique in the tenant */
    readonly name: string;
    readonly description: string;
    /** Address of the API server */
    readonly server: string;
    readonly phase: 'Pending' | 'Ready' | 'Degraded' | 'Unreachable';
    /** Why it is in this phase; machine-readable */
    readonly reason: string;
    /** The same, human-readable, with the next step */
    readonly message: string;
    /** When the API server last responded */
    readonly last_seen_at: string | null;
    /** Kubernetes version reported by the API server */
    readonly version: string | null;
    /** Permissions the credentials need, what for, and whether they have them */
    readonly rights: readonly {
      /** API group; empty for the core group */
      readonly group: string;
      readonly resource: string;
      readonly verb: string;
      readonly needed_by: 'k8s-monitor' | 'action-agent';
      /** What it is needed for, human-readable */
      readonly why: string;
      /** Without it the cluster cannot be watched and is Degraded */
      readonly essential: boolean;
      /** Null if not checked yet */
      readonly allowed: boolean | null;
    }[];
    readonly credential: {
      readonly kind: 'token' | 'client_certificate';
      /** When the credentials expire; null if never or unknown */
      readonly expires_at: string | null;
    };
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly DeadLetter: {
    readonly id: string;
    /** Id of the event, as given by its source; null for a message */
    readonly event_id: string | null;
    /** Id of the message, if its sender set one */
    readonly message_id: string | null;
    /** The consumer that could not handle it */
    readonly consumer: string;
    /** The module it came from; for a message, the exchange */
    readonly source: string;
    /** The event type, or `message` */
    readonly type: string;
    /** Sequence number within its source and type; null for a message */
    readonly seq: number | null;
    /** Of a message only */
    readonly routing_key: string | null;
    /** The cluster it concerns, if known */
    readonly cluster_id: string | null;
    /** Error of the last attempt, or why there was none */
    readonly reason: string;
    /** The original content: JSON for an event, arbitrary for a message */
    readonly body: string;
    /** base64 if the content is not text */
    readonly body_encoding: 'utf8' | 'base64';
    /** Original size in bytes */
    readonly body_bytes: number;
    /** Whether only the beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
