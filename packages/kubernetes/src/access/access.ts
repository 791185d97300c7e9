/** How to come into a cluster. */
export interface ClusterAccess {
  /** `https://host:port[/path]`, without a slash at its end. */
  readonly server: string;
  /** PEM. Without it the server is held against the roots that Node trusts. */
  readonly certificateAuthority?: string;
  /** The name its certificate is for, where that is not the host's. */
  readonly tlsServerName?: string;
  /** A function is asked again after a minute, and at once when the server refused what it gave. */
  readonly token?: string | (() => Promise<string>);
  /** PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
}

export type RefusalCode =
  | 'too_large'
  | 'malformed'
  | 'no_context'
  | 'no_credentials'
  | 'exec'
  | 'auth_provider'
  | 'file_reference'
  | 'proxy_url'
  | 'insecure_tls'
  | 'impersonation'
  | 'basic_auth'
  | 'not_https'
  | 'userinfo';

/** A kubeconfig that is not used. `field` names the place in it, the message what to do. */
export class KubeconfigRefused extends Error {
  override readonly name = 'KubeconfigRefused';
  readonly code: RefusalCode;
  readonly field: string;

  constructor(code: RefusalCode, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
