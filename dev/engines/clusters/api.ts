import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { ensureCertificate, type Identity } from '../runtime/certificates.ts';
import type { Home } from '../runtime/home.ts';
import { type Cluster, serverUrl } from './cluster.ts';
import { identities, pkiFolder } from './identities.ts';

/** The few calls the engines make themselves, over one keep-alive agent. The product has its own client. */
export interface Api {
  readonly call: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  readonly close: () => void;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

export async function apiOf(
  home: Home,
  cluster: Cluster,
  identity: Identity = identities.engines,
  sockets = 32,
): Promise<Api> {
  const { certificate, key } = await ensureCertificate(pkiFolder(home, cluster), identity);
  const ca = await readFile(join(pkiFolder(home, cluster), 'ca.crt'));
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, cert: certificate, key, ca });
  const base = serverUrl(home, cluster);
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
        const headers = text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) };
        const outgoing = request(`${base}${path}`, { method, agent, headers, timeout: 30_000 }, (answer) => {
          let received = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            received += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: received }));
          answer.on('error', reject);
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer within 30 s`)));
        outgoing.on('error', reject);
        outgoing.end(text);
      }),
    close: () => agent.destroy(),
  };
}

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Makes the object, or brings an existing one to this form. */
export async function apply(api: Api, collection: string, object: KubernetesObject): Promise<void> {
  const made = await api.call('POST', collection, object);
  if (made.status !== 409) return mustHave(made, `POST ${collection}`);
  const path = `${collection}/${object.metadata.name}`;
  mustHave(await api.call('PATCH', path, object), `PATCH ${path}`);
}

export function mustHave(answer: ApiAnswer, what: string): void {
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
}
