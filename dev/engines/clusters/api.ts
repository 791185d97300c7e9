import { Agent, type AgentOptions, request } from 'node:https';

/** The few calls that engines and demo make themselves, over one keep-alive agent. The product has its own client. */
export interface Api {
  readonly call: (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;
  readonly close: () => void;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** By a certificate of the caller's, or by a token. */
export function openApi(base: string, options: AgentOptions, token?: string): Api {
  const agent = new Agent({ keepAlive: true, ...options });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
        const content = text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) };
        const headers = { ...authorization, ...content };
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
