import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@wheelhouse/testkit';

/** In place of k8s-monitor: knows every node, and tells of health what a test wants. */
export interface ScriptedMonitor {
  readonly url: string;
  /** Answers the next questions; undefined: none at all, the connection stays open. */
  health: (clusterId: string) => Told | Promise<Told>;
  /** Who asked, as their tokens say. */
  readonly asked: readonly AskedBy[];
  readonly stop: () => Promise<void>;
}

type Told = { readonly status: number; readonly body: unknown } | undefined;

export interface AskedBy {
  readonly sub: string;
  readonly kind: string;
  readonly aud: string;
  readonly tenant: string;
}

export async function scriptedMonitor(): Promise<ScriptedMonitor> {
  const asked: AskedBy[] = [];
  const script: Pick<ScriptedMonitor, 'health'> = { health: (clusterId) => healthy(clusterId, 100) };
  const answer = async ({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(url, 'http://monitor');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname.endsWith('/known-nodes'))
      return void send(200, { known: (searchParams.get('uids') ?? '').split(',').length, observed: true });
    if (pathname !== '/api/health') return void send(404, {});
    asked.push(claimsOf(headers.authorization ?? ''));
    const told = await script.health(searchParams.get('cluster_id') ?? '');
    if (told !== undefined) send(told.status, told.body);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return Object.assign(script, {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

function claimsOf(authorization: string): AskedBy {
  const [, payload = ''] = authorization.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as AskedBy;
}

export interface ScriptedIssue {
  readonly id: string;
  readonly score_impact: number;
}

/** Observed late enough for any comparison, unless told otherwise. */
export function healthy(clusterId: string, score: number, more: object = {}, issues: readonly ScriptedIssue[] = []) {
  const object = { kind: 'Deployment', namespace: 'shop', name: 'web' };
  const told = issues.map((issue) => ({
    severity: 'critical',
    reason: 'replica_shortfall',
    object,
    message: 'too few',
    ...issue,
  }));
  const body = {
    healthScore: score,
    stale: false,
    observed_at: new Date(Date.now() + 10 * 60_000).toISOString(),
    cluster_id: clusterId,
    issues: told,
    ...more,
  };
  return { status: 200, body };
}
