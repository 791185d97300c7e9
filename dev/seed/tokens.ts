import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from '../engines/clusters/api.ts';

/** The tokens of the three accounts that deploy/rbac makes. */

export const agentAccount = 'wheelhouse-action-agent';

const secretOf = (account: string) => `/api/v1/namespaces/wheelhouse/secrets/${account}-token`;
const agentToken = `/api/v1/namespaces/wheelhouse/serviceaccounts/${agentAccount}/token`;
const tokenWithinMs = 30_000;
const yearSeconds = 365 * 24 * 3_600;

interface AccountToken {
  readonly certificate_authority: string;
  readonly token: string;
}

/** How monitor and platform come in: each by an account of its own. */
export async function registeredTokens(
  api: Api,
): Promise<{ readonly monitor: AccountToken; readonly deploy: AccountToken }> {
  return {
    monitor: await tokenOf(api, 'wheelhouse-monitor'),
    deploy: await tokenOf(api, 'wheelhouse-platform'),
  };
}

interface ServerToken extends AccountToken {
  readonly server: string;
}

/** How the product comes into the cluster: with the least rights, as docs/guides/clusters.md tells everybody to do it. */
export interface ClusterAccess extends ServerToken {
  /** For apps: an account of its own, with the rights of deploy/rbac/platform.yaml and no others. */
  readonly deploy_access: ServerToken;
}

export function accessBy(
  server: string,
  { monitor, deploy }: { readonly monitor: AccountToken; readonly deploy: AccountToken },
): ClusterAccess {
  return { server, ...monitor, deploy_access: { server, ...deploy } };
}

/** Once Kubernetes has filled its Secret. */
async function tokenOf(api: Api, account: string): Promise<AccountToken> {
  const secret = secretOf(account);
  for (const deadline = performance.now() + tokenWithinMs; ; await wait(200)) {
    const answer = await api.call('GET', secret);
    mustHave(answer, `GET ${secret}`);
    const { data = {} } = JSON.parse(answer.text) as { data?: Readonly<Record<string, string>> };
    const [token, authority] = [data['token'], data['ca.crt']].map((text = '') =>
      Buffer.from(text, 'base64').toString(),
    );
    if (token && authority) return { certificate_authority: authority, token };
    if (performance.now() > deadline)
      throw new Error(`the cluster made no token for ${account} within ${tokenWithinMs / 1000} s`);
  }
}

export async function newAgentToken(api: Api): Promise<string> {
  const answer = await api.call('POST', agentToken, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: yearSeconds },
  });
  mustHave(answer, `POST ${agentToken}`);
  return (JSON.parse(answer.text) as { readonly status: { readonly token: string } }).status.token;
}
