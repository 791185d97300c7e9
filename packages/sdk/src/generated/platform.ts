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
        /** Credentials for deploying: kubeconfig, or server and token */
        readonly deploy_access?: {
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
    /** Change a cluster's name, description or credentials, or those for deploying. Access: admin. */
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
        /** Credentials for deploying: kubeconfig, or server and token; null: the registered ones serve for that too */
        readonly deploy_access?: {
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
        } | null;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cluster'];
      };
    };
    /** Remove a cluster without CloudSpaces, and its credentials; the cluster itself is not touched. Access: admin. */
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
  readonly '/platform/api/v1/deploy-manifest': {
    /** Read the manifest that makes the service account a cluster is deployed to with, for kubectl apply -f. Access: public. */
    readonly GET: {
      readonly answers: {
        readonly 200: string;
      };
    };
  };
  readonly '/platform/api/v1/cloudspaces': {
    /** List CloudSpaces, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Pending, Provisioning, Ready, Updating, Deleting, Failed; comma-separated */
        readonly phase?: string | undefined;
        /** Prefix of the name */
        readonly q?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order */
        readonly sort?: 'name' | '-name' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['Cloudspace'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a CloudSpace, a namespace with quota and walls; follow its progress in phase. Access: deploy. */
    readonly POST: {
      readonly body: {
        /** DNS label, unique within the tenant; names the namespace */
        readonly name: string;
        readonly cluster_id: string;
        readonly quota?: {
          /** Sum of the CPU requests of all pods, such as 250m or 1.5 */
          readonly cpu?: string;
          /** Sum of the memory limits of all pods, such as 256Mi */
          readonly memory?: string;
          /** How many pods there may be */
          readonly pods?: number;
        } | null;
        /** Pod Security Standard that the cluster enforces in the namespace */
        readonly pod_security?: 'baseline' | 'restricted';
        /** Requires the scope admin, since it chooses nodes of the cluster */
        readonly placement?: {
          /** Labels that a node must have */
          readonly node_selector?: Readonly<Record<string, string>>;
          /** Taints that its pods tolerate */
          readonly tolerations?: readonly {
            readonly key: string;
            readonly operator?: 'Exists' | 'Equal';
            readonly value?: string;
            readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
          }[];
        } | null;
        readonly registries?: readonly {
          /** Host of the registry, with its port if it has one */
          readonly host: string;
          readonly username: string;
          /** Write-only */
          readonly password: string;
        }[];
      };
      readonly answers: {
        readonly 201: PlatformSchemas['Cloudspace'];
      };
    };
  };
  readonly '/platform/api/v1/cloudspaces/{id}': {
    /** Read a CloudSpace. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['Cloudspace'];
      };
    };
    /** Change quota, pod security or placement of a CloudSpace; new pods follow it. Access: deploy. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly quota?: {
          /** Sum of the CPU requests of all pods, such as 250m or 1.5 */
          readonly cpu?: string;
          /** Sum of the memory limits of all pods, such as 256Mi */
          readonly memory?: string;
          /** How many pods there may be */
          readonly pods?: number;
        } | null;
        /** Pod Security Standard that the cluster enforces in the namespace */
        readonly pod_security?: 'baseline' | 'restricted';
        /** Requires the scope admin, since it chooses nodes of the cluster */
        readonly placement?: {
          /** Labels that a node must have */
          readonly node_selector?: Readonly<Record<string, string>>;
          /** Taints that its pods tolerate */
          readonly tolerations?: readonly {
            readonly key: string;
            readonly operator?: 'Exists' | 'Equal';
            readonly value?: string;
            readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
          }[];
        } | null;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['Cloudspace'];
      };
    };
    /** Delete a CloudSpace and its namespace; it is gone when the namespace is. Access: deploy. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Delete its apps too; without it, a CloudSpace with apps is not deleted */
        readonly cascade?: boolean | undefined;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['Cloudspace'];
      };
    };
  };
  readonly '/platform/api/v1/cloudspaces/{id}/retry': {
    /** Try again what failed in a CloudSpace. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly answers: {
        readonly 202: PlatformSchemas['Cloudspace'];
      };
    };
  };
  readonly '/platform/api/v1/cloudspaces/{id}/registries/{host}': {
    /** Set the user name and password that images of a registry are pulled with. Access: deploy. */
    readonly PUT: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** Host of the registry, with its port if it has one */
        readonly host: string;
      };
      readonly body: {
        readonly username: string;
        /** Write-only */
        readonly password: string;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['Cloudspace'];
      };
    };
    /** Forget the password of a registry. Access: deploy. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** Host of the registry, with its port if it has one */
        readonly host: string;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['Cloudspace'];
      };
    };
  };
  readonly '/platform/api/v1/apps': {
    /** List apps, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of CloudSpaces; comma-separated */
        readonly cloudspace_id?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Queued, Syncing, RollingOut, Verifying, Live, Failed, RolledBack, Canceled, Superseded; comma-separated */
        readonly phase?: string | undefined;
        /** active, deleting, delete_failed; comma-separated */
        readonly state?: string | undefined;
        /** Only apps that are pinned, or only those that are not */
        readonly pinned?: boolean | undefined;
        /** Prefix of the name */
        readonly q?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order */
        readonly sort?: 'name' | '-name' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['App'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create an app and deploy it; follow its progress in deployment. Access: deploy. */
    readonly POST: {
      readonly body: {
        /** DNS label, unique within its CloudSpace; names its Deployment and Service */
        readonly name: string;
        readonly cloudspace_id: string;
        readonly source:
          | {
              readonly type: 'image';
              /** Image reference, such as registry.example.com/shop/web:1.4 */
              readonly image: string;
            }
          | {
              readonly type: 'git';
              /** Not supported yet: builds do not exist so far */
              readonly build_configuration_id: string;
            };
        /** Port it listens on, also told to it as PORT; null: a worker */
        readonly port?: number | null;
        readonly resources?: {
          /** CPU that each pod is guaranteed; 100m unless told, such as 250m or 1.5 */
          readonly cpu_request?: string;
          /** Memory that each pod is guaranteed; 256Mi unless told, such as 256Mi */
          readonly memory_request?: string;
          /** Memory beyond which a pod is killed; the request unless told, such as 256Mi */
          readonly memory_limit?: string;
          readonly cpu_limit?: string | null;
        };
        /** Requires a cluster with an address for apps; false unless told */
        readonly tls?: boolean;
        /** Instead of the image's entrypoint */
        readonly command?: readonly string[] | null;
        /** Instead of the image's arguments */
        readonly args?: readonly string[] | null;
        readonly health_check?: {
          /** HTTP path that answers 2xx or 3xx; null: a TCP connection is enough */
          readonly path?: string | null;
          /** 60 unless told */
          readonly startup_seconds?: number;
          /** 5 unless told */
          readonly period_seconds?: number;
          /** 2 unless told */
          readonly timeout_seconds?: number;
          /** 3 unless told */
          readonly failures?: number;
          /** Restart pods that fail it; false unless told, since a bad one kills good pods */
          readonly liveness?: boolean;
        };
        /** rolling replaces pods without a gap; recreate ends all old ones first */
        readonly strategy?: 'rolling' | 'recreate';
        /** How long a pod may take to end; 30 unless told */
        readonly grace_seconds?: number;
        /** How long a rollout may take; 10 unless told */
        readonly rollout_minutes?: number;
        /** Environment variables; PORT is set for you */
        readonly env?: Readonly<Record<string, string>>;
        /** 1 unless told; changed later by scale */
        readonly replicas?: number;
        /** Put the last Live revision back when a deployment fails; true unless told */
        readonly rollback_on_failure?: boolean;
      };
      readonly answers: {
        readonly 201: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}': {
    /** Read an app. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['App'];
      };
    };
    /** Change an app; a change of what runs is a new revision, which is deployed. Access: deploy. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly source?:
          | {
              readonly type: 'image';
              /** Image reference, such as registry.example.com/shop/web:1.4 */
              readonly image: string;
            }
          | {
              readonly type: 'git';
              /** Not supported yet: builds do not exist so far */
              readonly build_configuration_id: string;
            };
        /** Port it listens on, also told to it as PORT; null: a worker */
        readonly port?: number | null;
        readonly resources?: {
          /** CPU that each pod is guaranteed; 100m unless told, such as 250m or 1.5 */
          readonly cpu_request?: string;
          /** Memory that each pod is guaranteed; 256Mi unless told, such as 256Mi */
          readonly memory_request?: string;
          /** Memory beyond which a pod is killed; the request unless told, such as 256Mi */
          readonly memory_limit?: string;
          readonly cpu_limit?: string | null;
        };
        /** Requires a cluster with an address for apps; false unless told */
        readonly tls?: boolean;
        /** Instead of the image's entrypoint */
        readonly command?: readonly string[] | null;
        /** Instead of the image's arguments */
        readonly args?: readonly string[] | null;
        readonly health_check?: {
          /** HTTP path that answers 2xx or 3xx; null: a TCP connection is enough */
          readonly path?: string | null;
          /** 60 unless told */
          readonly startup_seconds?: number;
          /** 5 unless told */
          readonly period_seconds?: number;
          /** 2 unless told */
          readonly timeout_seconds?: number;
          /** 3 unless told */
          readonly failures?: number;
          /** Restart pods that fail it; false unless told, since a bad one kills good pods */
          readonly liveness?: boolean;
        };
        /** rolling replaces pods without a gap; recreate ends all old ones first */
        readonly strategy?: 'rolling' | 'recreate';
        /** How long a pod may take to end; 30 unless told */
        readonly grace_seconds?: number;
        /** How long a rollout may take; 10 unless told */
        readonly rollout_minutes?: number;
        /** Merged by name; null removes one */
        readonly env?: Readonly<Record<string, string | null>>;
        /** Put the last Live revision back when a deployment fails; true unless told */
        readonly rollback_on_failure?: boolean;
        /** Kept with the revision */
        readonly note?: string;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
    /** Delete an app and everything of it in the cluster; it is gone when that is. Access: deploy. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Forget an app that could not be deleted; what stays in the cluster is listed */
        readonly force?: boolean | undefined;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/redeploy': {
    /** Deploy the newest revision of an app once more. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        readonly note?: string;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/cancel': {
    /** Cancel the deployment that is running; what it changed already is changed back. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/rollback': {
    /** Put an earlier revision of an app back, and pin it: nothing else is deployed until the pin is released. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly revision: number;
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/unpin': {
    /** Release the pin that a rollback has set, so that the app can be deployed again. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly answers: {
        readonly 202: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/deploy-status': {
    /** Read how the newest deployment of an app stands, and what runs. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['DeployStatus'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/pods': {
    /** List the pods of an app as last seen, those in trouble first. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['AppPods'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/deployments': {
    /** List an app's revisions and what became of each, newest first. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Queued, Syncing, RollingOut, Verifying, Live, Failed, RolledBack, Canceled, Superseded; comma-separated */
        readonly phase?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['AppDeployment'][];
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
  readonly '/platform/api/v1/deployments': {
    /** List deployments of all apps, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of apps; comma-separated */
        readonly app_id?: string | undefined;
        /** Ids of CloudSpaces; comma-separated */
        readonly cloudspace_id?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Queued, Syncing, RollingOut, Verifying, Live, Failed, RolledBack, Canceled, Superseded; comma-separated */
        readonly phase?: string | undefined;
        /** api, push, rollback, self_heal; comma-separated */
        readonly trigger?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly PlatformSchemas['AppDeployment'][];
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
  readonly '/platform/api/v1/apps/{id}/deployments/{revision}': {
    /** Read a revision of an app: what it asks for, what it changes, and what became of it. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** The id of the revision */
        readonly revision: number;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          readonly app_id: string;
          readonly app_name: string;
          readonly cloudspace_id: string;
          readonly cluster_id: string;
          readonly revision: number;
          /** The one that was Live when this one was made */
          readonly previous_revision: number | null;
          /** The revision it puts back; null unless a rollback */
          readonly of_revision: number | null;
          /** As written into the cluster; by digest where a revision is put back */
          readonly image: string;
          /** Digest of the image that runs; null until it is Live */
          readonly digest: string | null;
          readonly trigger: 'api' | 'push' | 'rollback' | 'self_heal';
          /** Null if nobody asked for it: an automatic rollback */
          readonly actor: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly note: string | null;
          readonly phase:
            | 'Queued'
            | 'Syncing'
            | 'RollingOut'
            | 'Verifying'
            | 'Live'
            | 'Failed'
            | 'RolledBack'
            | 'Canceled'
            | 'Superseded';
          /** The phases it went through, in order */
          readonly phases: readonly {
            readonly phase:
              | 'Queued'
              | 'Syncing'
              | 'RollingOut'
              | 'Verifying'
              | 'Live'
              | 'Failed'
              | 'RolledBack'
              | 'Canceled'
              | 'Superseded';
            readonly started_at: string;
            readonly ended_at: string | null;
          }[];
          /** Why it failed; null unless it did */
          readonly reason:
            | 'image_pull_failed'
            | 'crash_loop'
            | 'config_error'
            | 'admission_denied'
            | 'quota_exceeded'
            | 'unschedulable'
            | 'probe_failing'
            | 'rollout_stalled'
            | 'not_reachable'
            | 'rights_missing'
            | 'namespace_gone'
            | 'name_taken'
            | 'stuck_terminating'
            | 'conflict'
            | 'cluster_unreachable'
            | 'cloudspace_not_ready'
            | 'no_slot'
            | null;
          /** The same, human-readable, with the next step */
          readonly message: string | null;
          /** What it waits for right now */
          readonly progress: string | null;
          /** Pods that failed, the worst first; 20 at most */
          readonly pods: readonly {
            readonly name: string;
            /** Kubernetes' own word, such as ImagePullBackOff */
            readonly reason: string;
            readonly message: string;
            readonly restarts: number;
            readonly exit_code: number | null;
            /** Last lines of the container that ended, 20 at most */
            readonly log_tail: readonly string[];
          }[];
          /** The revision put back because it failed */
          readonly rolled_back_to: number | null;
          /** What it changes, compared with previous_revision */
          readonly diff: readonly {
            /** Such as image or env.LOG_LEVEL */
            readonly path: string;
            /** Null: it was not there */
            readonly before: string | null;
            /** Null: it is gone */
            readonly after: string | null;
          }[];
          /** It is the one that is Live */
          readonly is_current: boolean;
          /** It was Live, is kept, and is not the one that runs */
          readonly can_rollback: boolean;
          readonly can_cancel: boolean;
          readonly created_at: string;
          /** When its phase ends at the latest */
          readonly deadline_at: string | null;
          readonly finished_at: string | null;
          /** Its page */
          readonly url: string;
          readonly content: {
            readonly source: {
              readonly type: 'image';
              /** Image reference, such as registry.example.com/shop/web:1.4 */
              readonly image: string;
            };
            readonly port: number | null;
            readonly resources: {
              readonly cpu_request: string;
              readonly memory_request: string;
              readonly memory_limit: string;
              readonly cpu_limit: string | null;
            };
            readonly tls: boolean;
            readonly env: Readonly<Record<string, string>>;
            readonly command: readonly string[] | null;
            readonly args: readonly string[] | null;
            readonly health_check: {
              readonly path: string | null;
              readonly startup_seconds: number;
              readonly period_seconds: number;
              readonly timeout_seconds: number;
              readonly failures: number;
              readonly liveness: boolean;
            };
            readonly strategy: 'rolling' | 'recreate';
            readonly grace_seconds: number;
            readonly rollout_minutes: number;
          };
        };
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/deployments/{revision}/stream': {
    /** Follow a deployment until it ends: the events snapshot, changed and finally ended, each with the deployment at that time. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** The id of the revision */
        readonly revision: number;
      };
      readonly query?: {
        /** Resume after the event with this id; the header Last-Event-ID takes precedence */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/platform/api/v1/apps/{id}/scale': {
    /** Set how many replicas an app has; refused where a PodDisruptionBudget would be broken. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly replicas: number;
      };
      readonly answers: {
        readonly 200: PlatformSchemas['App'];
      };
    };
  };
  readonly '/platform/api/v1/apps/{id}/logs': {
    /** Follow the logs of all pods of an app: the events snapshot, lines, pod_joined, pod_left, pod_silent, dropped (lines left out, beyond 1,000 a second), cluster_silent and finally ended. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Only the pod with this name */
        readonly pod?: string | undefined;
        /** Of each pod the container before its last restart; ends when all is sent */
        readonly previous?: boolean | undefined;
        /** Begins with lines of the last so many seconds; 600 unless given */
        readonly since?: number | undefined;
        /** Begins with at most so many lines of each pod; 200 unless given */
        readonly tail?: number | undefined;
        /** Goes on with what is written from now on; false: ends when all is sent */
        readonly follow?: boolean | undefined;
        /** Only lines that contain this text, in capitals or not */
        readonly q?: string | undefined;
        /** Resume after the event with this id; the header Last-Event-ID takes precedence */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
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
    /** Permissions the credentials need, what for, and whether they have them; those needed by platform are for deploying, and asked of the credentials for that, if there are any */
    readonly rights: readonly {
      /** API group; empty for the core group */
      readonly group: string;
      readonly resource: string;
      readonly verb: string;
      /** The one object it is needed for; null: all of them */
      readonly name: string | null;
      readonly needed_by: 'k8s-monitor' | 'action-agent' | 'platform';
      /** What it is needed for, human-readable */
      readonly why: string;
      /** Without it the cluster cannot be watched and is Degraded */
      readonly essential: boolean;
      /** No manifest grants it; an administrator of the cluster who wants what it is for does so */
      readonly optional: boolean;
      /** Null if not checked yet */
      readonly allowed: boolean | null;
    }[];
    readonly credential: {
      readonly kind: 'token' | 'client_certificate';
      /** When the credentials expire; null if never or unknown */
      readonly expires_at: string | null;
    };
    /** Whether CloudSpaces and apps can be deployed to it */
    readonly deployable: boolean;
    /** Why it is deployable or not; machine-readable */
    readonly deploy_reason: string;
    /** The same, human-readable, with the next step */
    readonly deploy_message: string;
    /** The credentials for deploying; null: the registered ones serve for that too */
    readonly deploy_credential: {
      readonly kind: 'token' | 'client_certificate';
      /** When the credentials expire; null if never or unknown */
      readonly expires_at: string | null;
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly Cloudspace: {
    readonly id: string;
    /** DNS label, unique within the tenant; names the namespace */
    readonly name: string;
    readonly cluster_id: string;
    /** Its namespace in the cluster */
    readonly namespace: string;
    /** Null: no limit */
    readonly quota: {
      /** Sum of the CPU requests of all pods, such as 250m or 1.5 */
      readonly cpu?: string;
      /** Sum of the memory limits of all pods, such as 256Mi */
      readonly memory?: string;
      /** How many pods there may be */
      readonly pods?: number;
    } | null;
    /** Pod Security Standard that the cluster enforces in the namespace */
    readonly pod_security: 'baseline' | 'restricted';
    /** Where its pods may run; null: anywhere */
    readonly placement: {
      /** Labels that a node must have */
      readonly node_selector?: Readonly<Record<string, string>>;
      /** Taints that its pods tolerate */
      readonly tolerations?: readonly {
        readonly key: string;
        readonly operator?: 'Exists' | 'Equal';
        readonly value?: string;
        readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
      }[];
    } | null;
    /** Registries that images are pulled from with a password */
    readonly registries: readonly {
      /** Host of the registry, with its port if it has one */
      readonly host: string;
      readonly username: string;
      readonly set_at: string;
    }[];
    readonly phase: 'Pending' | 'Provisioning' | 'Ready' | 'Updating' | 'Deleting' | 'Failed';
    /** Why it is in this phase; machine-readable */
    readonly reason:
      | 'waiting_for_cluster'
      | 'applying'
      | 'ready'
      | 'deleting'
      | 'cluster_unreachable'
      | 'rights_missing'
      | 'namespace_taken'
      | 'quota_too_small'
      | 'admission_denied'
      | 'namespace_gone'
      | 'internal_error'
      | 'stuck_terminating';
    /** The same, human-readable, with the next step */
    readonly message: string;
    readonly phase_since: string;
    /** When the phase ends at the latest; null if it may last */
    readonly deadline_at: string | null;
    readonly apps_total: number;
    readonly created_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly App: {
    readonly id: string;
    /** DNS label, unique within its CloudSpace; names its Deployment and Service */
    readonly name: string;
    readonly cloudspace_id: string;
    readonly cloudspace_name: string;
    readonly cluster_id: string;
    readonly namespace: string;
    readonly source: {
      readonly type: 'image';
      /** Image reference, such as registry.example.com/shop/web:1.4 */
      readonly image: string;
    };
    readonly port: number | null;
    readonly resources: {
      readonly cpu_request: string;
      readonly memory_request: string;
      readonly memory_limit: string;
      readonly cpu_limit: string | null;
    };
    readonly tls: boolean;
    readonly env: Readonly<Record<string, string>>;
    readonly command: readonly string[] | null;
    readonly args: readonly string[] | null;
    readonly health_check: {
      readonly path: string | null;
      readonly startup_seconds: number;
      readonly period_seconds: number;
      readonly timeout_seconds: number;
      readonly failures: number;
      readonly liveness: boolean;
    };
    readonly strategy: 'rolling' | 'recreate';
    readonly grace_seconds: number;
    readonly rollout_minutes: number;
    /** How many were asked for last */
    readonly replicas: number;
    readonly rollback_on_failure: boolean;
    /** Set by a rollback: nothing is deployed until it is released */
    readonly pinned: {
      readonly revision: number;
      readonly by: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      };
      readonly reason: string | null;
      readonly at: string;
    } | null;
    readonly state: 'active' | 'deleting' | 'delete_failed';
    readonly state_message: string | null;
    /** The newest revision */
    readonly revision: number;
    /** The one that is Live; null if none is */
    readonly current_revision: number | null;
    /** Phase of the newest revision */
    readonly phase:
      | 'Queued'
      | 'Syncing'
      | 'RollingOut'
      | 'Verifying'
      | 'Live'
      | 'Failed'
      | 'RolledBack'
      | 'Canceled'
      | 'Superseded';
    readonly health: 'Healthy' | 'Suspended' | 'Progressing' | 'Missing' | 'Degraded' | 'Unknown';
    readonly gitops: 'Syncing' | 'Synced' | 'OutOfSync' | 'Unknown' | 'NotManaged';
    /** What is wrong, machine-readable; null if nothing is */
    readonly reason: string | null;
    readonly message: string | null;
    readonly ready_replicas: number;
    readonly reachable: boolean;
    /** Its address inside the cluster; null for a worker */
    readonly url: string | null;
    readonly created_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly created_at: string;
    readonly updated_at: string;
    /** The newest revision, and what became of it */
    readonly deployment: {
      readonly id: string;
      readonly app_id: string;
      readonly app_name: string;
      readonly cloudspace_id: string;
      readonly cluster_id: string;
      readonly revision: number;
      /** The one that was Live when this one was made */
      readonly previous_revision: number | null;
      /** The revision it puts back; null unless a rollback */
      readonly of_revision: number | null;
      /** As written into the cluster; by digest where a revision is put back */
      readonly image: string;
      /** Digest of the image that runs; null until it is Live */
      readonly digest: string | null;
      readonly trigger: 'api' | 'push' | 'rollback' | 'self_heal';
      /** Null if nobody asked for it: an automatic rollback */
      readonly actor: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      } | null;
      readonly note: string | null;
      readonly phase:
        | 'Queued'
        | 'Syncing'
        | 'RollingOut'
        | 'Verifying'
        | 'Live'
        | 'Failed'
        | 'RolledBack'
        | 'Canceled'
        | 'Superseded';
      /** The phases it went through, in order */
      readonly phases: readonly {
        readonly phase:
          | 'Queued'
          | 'Syncing'
          | 'RollingOut'
          | 'Verifying'
          | 'Live'
          | 'Failed'
          | 'RolledBack'
          | 'Canceled'
          | 'Superseded';
        readonly started_at: string;
        readonly ended_at: string | null;
      }[];
      /** Why it failed; null unless it did */
      readonly reason:
        | 'image_pull_failed'
        | 'crash_loop'
        | 'config_error'
        | 'admission_denied'
        | 'quota_exceeded'
        | 'unschedulable'
        | 'probe_failing'
        | 'rollout_stalled'
        | 'not_reachable'
        | 'rights_missing'
        | 'namespace_gone'
        | 'name_taken'
        | 'stuck_terminating'
        | 'conflict'
        | 'cluster_unreachable'
        | 'cloudspace_not_ready'
        | 'no_slot'
        | null;
      /** The same, human-readable, with the next step */
      readonly message: string | null;
      /** What it waits for right now */
      readonly progress: string | null;
      /** Pods that failed, the worst first; 20 at most */
      readonly pods: readonly {
        readonly name: string;
        /** Kubernetes' own word, such as ImagePullBackOff */
        readonly reason: string;
        readonly message: string;
        readonly restarts: number;
        readonly exit_code: number | null;
        /** Last lines of the container that ended, 20 at most */
        readonly log_tail: readonly string[];
      }[];
      /** The revision put back because it failed */
      readonly rolled_back_to: number | null;
      /** What it changes, compared with previous_revision */
      readonly diff: readonly {
        /** Such as image or env.LOG_LEVEL */
        readonly path: string;
        /** Null: it was not there */
        readonly before: string | null;
        /** Null: it is gone */
        readonly after: string | null;
      }[];
      /** It is the one that is Live */
      readonly is_current: boolean;
      /** It was Live, is kept, and is not the one that runs */
      readonly can_rollback: boolean;
      readonly can_cancel: boolean;
      readonly created_at: string;
      /** When its phase ends at the latest */
      readonly deadline_at: string | null;
      readonly finished_at: string | null;
      /** Its page */
      readonly url: string;
    };
  };
  readonly DeployStatus: {
    readonly phase:
      | 'Queued'
      | 'Syncing'
      | 'RollingOut'
      | 'Verifying'
      | 'Live'
      | 'Failed'
      | 'RolledBack'
      | 'Canceled'
      | 'Superseded';
    readonly gitops: 'Syncing' | 'Synced' | 'OutOfSync' | 'Unknown' | 'NotManaged';
    readonly ready_replicas: number;
    readonly reachable: boolean;
    /** How that is known: a request through the API server, or for a worker that all its pods are ready */
    readonly reachable_by: 'service_proxy' | 'readiness' | null;
    readonly desired_replicas: number;
    /** The count in the cluster, where kubectl or an autoscaler may have set another */
    readonly running_replicas: number | null;
    /** Who set that count, if it is not the desired one */
    readonly replicas_by: {
      readonly manager: string;
      readonly at: string | null;
    } | null;
    readonly health: 'Healthy' | 'Suspended' | 'Progressing' | 'Missing' | 'Degraded' | 'Unknown';
    readonly reason: string | null;
    readonly message: string | null;
    readonly revision: number;
    readonly current_revision: number | null;
    /** When the phase began */
    readonly since: string;
    readonly deadline_at: string | null;
    readonly url: string | null;
    /** 20 at most, those in trouble first */
    readonly pods: readonly {
      readonly name: string;
      readonly phase: string;
      readonly ready: boolean;
      readonly restarts: number;
      readonly node: string | null;
      readonly reason: string | null;
      readonly message: string | null;
      readonly created_at: string | null;
    }[];
    readonly pinned: {
      readonly revision: number;
      readonly by: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      };
      readonly reason: string | null;
      readonly at: string;
    } | null;
    /** When it was last asked whether it is reachable */
    readonly checked_at: string | null;
    readonly observed_at: string | null;
    /** The cluster has not been seen for a while; the rest is what was known then */
    readonly stale: boolean;
  };
  readonly AppPods: {
    readonly pods: readonly {
      readonly name: string;
      readonly phase: string;
      readonly ready: boolean;
      readonly restarts: number;
      readonly node: string | null;
      readonly reason: string | null;
      readonly message: string | null;
      readonly created_at: string | null;
    }[];
    readonly total: number;
    readonly observed_at: string | null;
    readonly stale: boolean;
  };
  readonly AppDeployment: {
    readonly id: string;
    readonly app_id: string;
    readonly app_name: string;
    readonly cloudspace_id: string;
    readonly cluster_id: string;
    readonly revision: number;
    /** The one that was Live when this one was made */
    readonly previous_revision: number | null;
    /** The revision it puts back; null unless a rollback */
    readonly of_revision: number | null;
    /** As written into the cluster; by digest where a revision is put back */
    readonly image: string;
    /** Digest of the image that runs; null until it is Live */
    readonly digest: string | null;
    readonly trigger: 'api' | 'push' | 'rollback' | 'self_heal';
    /** Null if nobody asked for it: an automatic rollback */
    readonly actor: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly note: string | null;
    readonly phase:
      | 'Queued'
      | 'Syncing'
      | 'RollingOut'
      | 'Verifying'
      | 'Live'
      | 'Failed'
      | 'RolledBack'
      | 'Canceled'
      | 'Superseded';
    /** The phases it went through, in order */
    readonly phases: readonly {
      readonly phase:
        | 'Queued'
        | 'Syncing'
        | 'RollingOut'
        | 'Verifying'
        | 'Live'
        | 'Failed'
        | 'RolledBack'
        | 'Canceled'
        | 'Superseded';
      readonly started_at: string;
      readonly ended_at: string | null;
    }[];
    /** Why it failed; null unless it did */
    readonly reason:
      | 'image_pull_failed'
      | 'crash_loop'
      | 'config_error'
      | 'admission_denied'
      | 'quota_exceeded'
      | 'unschedulable'
      | 'probe_failing'
      | 'rollout_stalled'
      | 'not_reachable'
      | 'rights_missing'
      | 'namespace_gone'
      | 'name_taken'
      | 'stuck_terminating'
      | 'conflict'
      | 'cluster_unreachable'
      | 'cloudspace_not_ready'
      | 'no_slot'
      | null;
    /** The same, human-readable, with the next step */
    readonly message: string | null;
    /** What it waits for right now */
    readonly progress: string | null;
    /** Pods that failed, the worst first; 20 at most */
    readonly pods: readonly {
      readonly name: string;
      /** Kubernetes' own word, such as ImagePullBackOff */
      readonly reason: string;
      readonly message: string;
      readonly restarts: number;
      readonly exit_code: number | null;
      /** Last lines of the container that ended, 20 at most */
      readonly log_tail: readonly string[];
    }[];
    /** The revision put back because it failed */
    readonly rolled_back_to: number | null;
    /** What it changes, compared with previous_revision */
    readonly diff: readonly {
      /** Such as image or env.LOG_LEVEL */
      readonly path: string;
      /** Null: it was not there */
      readonly before: string | null;
      /** Null: it is gone */
      readonly after: string | null;
    }[];
    /** It is the one that is Live */
    readonly is_current: boolean;
    /** It was Live, is kept, and is not the one that runs */
    readonly can_rollback: boolean;
    readonly can_cancel: boolean;
    readonly created_at: string;
    /** When its phase ends at the latest */
    readonly deadline_at: string | null;
    readonly finished_at: string | null;
    /** Its page */
    readonly url: string;
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
