import { setTimeout as wait } from 'node:timers/promises';
import { type Api, mustHave } from '../engines/clusters/api.ts';

/** The tokens of the two accounts that deploy/rbac makes. */

export const agentAccount = 'wheelhouse-action-agent';

const monitorSecret = '/api/v1/namespaces/wheelhouse/secrets/wheelhouse-monitor-token';
const agentToken = `/api/v1/namespaces/wheelhouse/serviceaccounts/${agentAccount}/token`;
const tokenWithinMs = 30_000;
const yearSeconds = 365 * 24 * 3_600;

export interface MonitorToken {
  readonly certificate_authority: string;
  readonly token: string;
}

/** Once Kubernetes has filled its Secret. */
export async function monitorToken(api: Api): Promise<MonitorToken> {
  for (const deadline = performance.now() + tokenWithinMs; ; await wait(200)) {
    const answer = await api.call('GET', monitorSecret);
    mustHave(answer, `GET ${monitorSecret}`);
    const { data = {} } = JSON.parse(answer.text) as { data?: Readonly<Record<string, string>> };
    const [token, authority] = [data['token'], data['ca.crt']].map((text = '') =>
      Buffer.from(text, 'base64').toString(),
    );
    if (token && authority) return { certificate_authority: authority, token };
    if (performance.now() > deadline)
      throw new Error(`the cluster made no token for its monitor within ${tokenWithinMs / 1000} s`);
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
