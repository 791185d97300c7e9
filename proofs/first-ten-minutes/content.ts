import type { APIRequestContext, Browser } from 'playwright-core';
import { newPerson } from './browser.ts';
import { password } from './owner.ts';
import { mustBe } from './steps.ts';

/** What a team has after its first weeks, made through the public API: people, roles, machines, tokens. */
export interface Content {
  readonly clusterId: string;
  readonly accountId: string;
}

interface Answer {
  readonly id?: string;
  readonly link?: { readonly url: string };
  readonly data?: readonly { readonly id: string; readonly name: string }[];
}

type Ask = (method: 'get' | 'post', path: string, body?: object) => Promise<Answer>;

export async function fill(owner: APIRequestContext, browser: Browser, url: string): Promise<Content> {
  const ask = askerOf(owner, url);
  const clusters = await ask('get', '/platform/api/v1/clusters');
  const clusterId = clusters.data?.[0]?.id ?? '';
  const builtIn = new Map((await ask('get', '/auth/api/v1/roles')).data?.map(({ id, name }) => [name, id]));
  const onCall = await ask('post', '/auth/api/v1/roles', {
    name: 'on call',
    description: 'Looks after the shop at night.',
    scopes: ['read', 'actions'],
    cluster_ids: [clusterId],
  });
  const people = [
    { name: 'Grace Hopper', email: 'grace@acme.example', role_id: onCall.id, comes: true },
    { name: 'Radia Perlman', email: 'radia@acme.example', role_id: builtIn.get('operator'), comes: true },
    { name: 'Edsger Dijkstra', email: 'edsger@acme.example', role_id: builtIn.get('viewer'), comes: false },
  ];
  for (const { comes, ...person } of people) {
    const { link } = await ask('post', '/auth/api/v1/users', person);
    if (comes) await comeIn(browser, url, person.email, new URL(link?.url ?? '').hash.slice(1));
  }
  const pipeline = await ask('post', '/auth/api/v1/service-accounts', {
    name: 'shop-pipeline',
    description: 'Deploys the shop from its main branch',
    scopes: ['read', 'deploy'],
    cluster_ids: [clusterId],
  });
  const accountId = pipeline.id ?? '';
  await ask('post', '/auth/api/v1/service-accounts', {
    name: 'cost-report',
    description: 'Reads usage every night',
    scopes: ['read'],
  });
  for (const name of ['runner 1', 'runner 2'])
    await ask('post', `/auth/api/v1/service-accounts/${accountId}/secrets`, { name });
  await ask('post', '/auth/api/v1/tokens', { name: 'grafana', scopes: ['read'], expires_in_days: 7 });
  await signIn(browser, url, 'ada@acme.example', phone);
  return { clusterId, accountId };
}

/** The demo's own cluster a second time, and one that nobody reaches. */
export async function moreClusters(owner: APIRequestContext, url: string, kubeconfig: string): Promise<void> {
  const ask = askerOf(owner, url);
  await ask('post', '/platform/api/v1/clusters', { name: 'staging', kubeconfig });
  await ask('post', '/platform/api/v1/clusters', { name: 'edge-lab', server: 'https://127.0.0.1:9', token: 'none' });
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** The invited person takes the link, chooses a password and signs in. */
async function comeIn(browser: Browser, url: string, email: string, token: string): Promise<void> {
  const stranger = await newPerson(browser);
  await askerOf(stranger.request, url)('post', '/auth/api/v1/links/claim', { token, password });
  await stranger.close();
  await signIn(browser, url, email);
}

/** In a browser of their own. */
async function signIn(browser: Browser, url: string, email: string, userAgent?: string): Promise<void> {
  const person = await newPerson(browser, userAgent);
  await askerOf(person.request, url)('post', '/auth/api/v1/session', { email, password });
  await person.close();
}

export function askerOf(request: APIRequestContext, url: string): Ask {
  return async (method, path, body) => {
    const answer = await request[method](`${url}/api${path}`, {
      headers: { origin: url, 'sec-fetch-site': 'same-origin', 'x-wheelhouse-csrf': '1' },
      ...(body === undefined ? {} : { data: body }),
    });
    mustBe(answer.ok(), `${method} ${path} was answered ${answer.status()}: ${(await answer.text()).slice(0, 400)}`);
    return (await answer.json()) as Answer;
  };
}
