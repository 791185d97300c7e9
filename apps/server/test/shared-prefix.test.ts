import { eventTypes } from '@wheelhouse/contracts';
import { makeLog, modulesOf, routesOnPaper } from '@wheelhouse/kit';
import { describe, expect, test } from 'vitest';
import { openApiOf } from '../../../services/gateway/src/docs/open-api.ts';
import { descriptionsOf } from '../../../services/gateway/src/docs/published.ts';
import { modules } from '../src/modules.ts';

const shipped = modulesOf(modules);

describe('modules behind one prefix', () => {
  test('hide no route of each other', () => {
    const places = shipped.flatMap((module) =>
      routesOnPaper(module)
        .filter(({ access }) => access !== 'internal')
        .map(({ method, url }) => `${method} ${module.prefix}${url.replaceAll(/:\w+/g, ':')}`),
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test('are described together, with what is sent to subscribers', async () => {
    const source = {
      modules: shipped,
      call: () => Promise.reject(new Error('nobody is there')),
      log: makeLog({ level: 'silent' }),
      version: 'test',
    };
    const platform = descriptionsOf(source, '').find(({ prefix }) => prefix === '/platform');
    const whole = openApiOf(JSON.parse((await platform?.now())?.text ?? ''));
    expect(Object.keys(whole.paths)).toEqual(
      expect.arrayContaining(['/api/v1/clusters', '/api/v1/webhooks/{id}', '/api/v1/webhooks/dead-letters']),
    );
    expect(Object.keys(whole.webhooks ?? {})).toEqual(eventTypes);
  });
});
