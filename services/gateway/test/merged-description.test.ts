import { exampleModule } from '@wheelhouse/example';
import { makeLog, type Module } from '@wheelhouse/kit';
import { describe, expect, test, vi } from 'vitest';
import { mergedDescription } from '../src/docs/merged-description.ts';
import type { OpenApi } from '../src/docs/open-api.ts';
import { descriptionsOf, type Source } from '../src/docs/published.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answering = (operationId: string, name: string) => ({ operationId, responses: { 200: { schema: ref(name) } } });

function description(
  paths: OpenApi['paths'],
  schemas: Readonly<Record<string, object>>,
  tags: readonly string[] = [],
): OpenApi {
  return {
    openapi: '3.1.0',
    info: { title: 'Wheelhouse platform' },
    servers: [{ url: '/api/other' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { schemas },
  };
}

const platform = description(
  { '/api/v1/apps': { get: answering('listApps', 'App') } },
  { App: { title: 'app' }, Owner: { title: 'owner' } },
  ['apps'],
);

function merge(second: OpenApi, below = ''): OpenApi {
  const parts = [
    { module: 'platform', below: '', document: platform },
    { module: 'web-hooks', below, document: second },
  ] as const;
  return mergedDescription(parts, '/api/platform');
}

describe('descriptions of one prefix', () => {
  test('hold the paths, tags and schemas of all its modules, under the public prefix', () => {
    const whole = merge(
      description({ '/api/v1/hooks': { get: answering('listHooks', 'Hook') } }, { Hook: {} }, ['hooks']),
    );
    expect(Object.keys(whole.paths)).toEqual(['/api/v1/apps', '/api/v1/hooks']);
    expect(whole.tags).toEqual([{ name: 'apps' }, { name: 'hooks' }]);
    expect(Object.keys(whole.components['schemas'] ?? {})).toEqual(['App', 'Owner', 'Hook']);
    expect(whole.servers).toEqual([{ url: '/api/platform' }]);
  });

  test('name the paths of a module that lies deeper from where the prefix begins', () => {
    const whole = merge(description({ '/': { get: {} }, '/{id}': { get: {} } }, {}), '/api/v1/webhooks');
    expect(Object.keys(whole.paths)).toEqual(['/api/v1/apps', '/api/v1/webhooks', '/api/v1/webhooks/{id}']);
  });

  test('tell two schemas of one name apart, and what refers to them', () => {
    const second = description(
      { '/api/v1/hooks': { get: answering('listHooks', 'Hook') } },
      { App: { title: 'another' }, Owner: { title: 'owner' }, Hook: { of: ref('App'), by: ref('Owner') } },
    );
    const { schemas } = merge(second).components;
    expect(schemas).toEqual({
      App: { title: 'app' },
      Owner: { title: 'owner' },
      WebHooksApp: { title: 'another' },
      Hook: { of: ref('WebHooksApp'), by: ref('Owner') },
    });
  });

  test('tell two schemas apart that differ only in what they refer to', () => {
    const first = description({}, { Role: { title: 'a' }, User: ref('Role') });
    const second = description({}, { Role: { title: 'b' }, User: ref('Role') });
    const parts = [
      { module: 'one', below: '', document: first },
      { module: 'two', below: '', document: second },
    ] as const;
    expect(mergedDescription(parts, '/api/x').components['schemas']).toEqual({
      Role: { title: 'a' },
      User: ref('Role'),
      TwoRole: { title: 'b' },
      TwoUser: ref('TwoRole'),
    });
  });

  test('describe what is called where two have the same call, and use no operation id twice', () => {
    const second = description(
      { '/api/v1/apps': { get: { operationId: 'shadow' } }, '/api/v1/more': { get: { operationId: 'listApps' } } },
      {},
    );
    const { paths } = merge(second);
    expect(paths['/api/v1/apps']).toEqual({ get: answering('listApps', 'App') });
    expect(paths['/api/v1/more']).toEqual({ get: { operationId: 'webHooksListApps' } });
  });
});

describe('what is published', () => {
  const module = (name: string, prefix: string): Module => ({ ...exampleModule, name, prefix });
  const silent: Source = {
    modules: [module('hooks', '/platform/api/v1/webhooks'), module('platform', '/platform'), module('logs', '/logs')],
    call: async () => ({ status: 503, body: undefined }),
    log: makeLog({ level: 'silent' }),
    version: 'test',
  };

  test('is one description for each prefix that lies below no other', () => {
    expect(descriptionsOf(silent, '').map(({ prefix }) => prefix)).toEqual(['/platform', '/logs']);
  });

  test('is what stands in the image until the module tells its own, and then what it tells last', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let told: OpenApi | undefined;
    const call: Source['call'] = async () => ({ status: told === undefined ? 503 : 200, body: told });
    const [published] = descriptionsOf({ ...silent, modules: [module('logs', '/logs')], call }, '/ops');
    const now = async () => JSON.parse((await published?.now())?.text ?? '{}') as OpenApi;
    const { info, servers } = await now();
    expect([info.title, servers]).toEqual(['Wheelhouse logs', [{ url: '/ops/api/logs' }]]);
    for (const title of ['told by itself', 'told again']) {
      told = { ...platform, info: { title } };
      vi.advanceTimersByTime(5_001);
      expect((await now()).info.title).toBe(title);
    }
    told = undefined;
    vi.advanceTimersByTime(5_001);
    expect((await now()).info.title).toBe('told again');
    vi.useRealTimers();
  });
});
