/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/platform.json. */
export interface PlatformPaths {
  readonly '/platform/api/v1/clusters': {
    /** List clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** Pending, Ready, Degraded, Unreachable; comma-separated */
        readonly phase?: string | undefined;
        /** how the name begins */
        readonly q?: string | undefined;
        /** newest first without it; with - in front from the greatest down */
        readonly sort?: 'name' | '-name' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['Cluster'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Register a cluster; its phase tells how it goes on. Access: admin. */
    readonly POST: {
      readonly body: {
        /** a DNS label, unique in the tenant */
        readonly name: string;
        readonly description?: string;
        /** YAML or JSON, with everything in it: no files, no programs, no proxies; in place of server and token */
        readonly kubeconfig?: string;
        /** of the kubeconfig; its current one unless given */
        readonly context?: string;
        /** https://host:port, in place of a kubeconfig */
        readonly server?: string;
        /** PEM, of whoever signed the server's certificate; without it, one that this machine trusts */
        readonly certificate_authority?: string;
        /** a service account's, with server */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cluster'];
      };
    };
    /** Change a cluster: its name, its description, or how one comes in. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body: {
        /** a DNS label, unique in the tenant */
        readonly name?: string;
        readonly description?: string;
        /** YAML or JSON, with everything in it: no files, no programs, no proxies; in place of server and token */
        readonly kubeconfig?: string;
        /** of the kubeconfig; its current one unless given */
        readonly context?: string;
        /** https://host:port, in place of a kubeconfig */
        readonly server?: string;
        /** PEM, of whoever signed the server's certificate; without it, one that this machine trusts */
        readonly certificate_authority?: string;
        /** a service account's, with server */
        readonly token?: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cluster'];
      };
    };
    /** Forget a cluster and its credentials; the cluster itself is left alone. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/platform/api/v1/dead-letters': {
    /** List events and messages that could not be handled, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** types of events, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['DeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
}

export interface PlatformSchemas {
  readonly Cluster: {
    readonly id: string;
    /** a DNS label, unique in the tenant */
    readonly name: string;
    readonly description: string;
    /** the address of its API server */
    readonly server: string;
    readonly phase: 'Pending' | 'Ready' | 'Degraded' | 'Unreachable';
    /** why it is in this phase; for programs */
    readonly reason: string;
    /** the same for people, with the next step */
    readonly message: string;
    /** when it last let us in */
    readonly last_seen_at: string | null;
    /** of Kubernetes, as the API server says */
    readonly version: string | null;
    /** what its credentials must be allowed to do, for what, and whether they are */
    readonly rights: readonly {
      /** the API group; empty for the core's */
      readonly group: string;
      readonly resource: string;
      readonly verb: string;
      readonly needed_by: 'k8s-monitor' | 'action-agent';
      /** for people */
      readonly why: string;
      /** without it the cluster cannot be watched, and is Degraded */
      readonly essential: boolean;
      /** null: not asked yet */
      readonly allowed: boolean | null;
    }[];
    readonly credential: {
      readonly kind: 'token' | 'client_certificate';
      /** null: never, or it does not say */
      readonly expires_at: string | null;
    };
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly DeadLetter: {
    readonly id: string;
    /** the event, as its source named it; null for a message */
    readonly event_id: string | null;
    /** the message, if its sender named it */
    readonly message_id: string | null;
    /** who could not handle it */
    readonly consumer: string;
    /** the module it came from; of a message, the exchange */
    readonly source: string;
    /** the type of the event, or `message` */
    readonly type: string;
    /** its number among the events of its source and type; null for a message */
    readonly seq: number | null;
    /** of a message */
    readonly routing_key: string | null;
    /** the cluster it is about, if it says so */
    readonly cluster_id: string | null;
    /** what the last attempt failed with, or why there was none */
    readonly reason: string;
    /** as it was written: an event is JSON, a message whatever came */
    readonly body: string;
    /** base64 where the bytes are no text */
    readonly body_encoding: 'utf8' | 'base64';
    /** how large it was */
    readonly body_bytes: number;
    /** only its beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
