import { createHash } from 'node:crypto';
import { engineSetting } from '@wheelhouse/testkit';

const types = 'application/vnd.docker.distribution.manifest.v2+json';

/** The test image with other variables in its own configuration, under this tag, which may be one that is taken; answers the reference. */
export async function pushImage(tag: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const [, host = '', original = ''] = /^([^/]+)\/web:(.+)$/.exec(engineSetting('TEST_IMAGE')) ?? [];
  const registry = `http://${host}/v2/web`;
  const manifest = await json<Manifest>(`${registry}/manifests/${original}`, { headers: { accept: types } });
  const config = await json<Config>(`${registry}/blobs/${manifest.config.digest}`);
  const env = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const changed = JSON.stringify({ ...config, config: { ...config.config, Env: env } });
  const digest = `sha256:${createHash('sha256').update(changed).digest('hex')}`;
  const begun = await sent(`${registry}/blobs/uploads/`, { method: 'POST' });
  const place = new URL(begun.headers.get('location') ?? '', registry);
  place.searchParams.set('digest', digest);
  await sent(place.href, { method: 'PUT', body: changed, headers: { 'content-type': 'application/octet-stream' } });
  const next = { ...manifest, config: { ...manifest.config, size: Buffer.byteLength(changed), digest } };
  await sent(`${registry}/manifests/${tag}`, {
    method: 'PUT',
    body: JSON.stringify(next),
    headers: { 'content-type': types },
  });
  return `${host}/web:${tag}`;
}

interface Manifest {
  readonly config: { readonly digest: string };
}

interface Config {
  readonly config?: object;
}

async function sent(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url} returned ${response.status}`);
  return response;
}

async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await sent(url, init);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the registry keeps of an image is known
  return (await response.json()) as T;
}
