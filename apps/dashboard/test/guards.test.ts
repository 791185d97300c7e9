import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardNames } from '@wheelhouse/contracts';
import { expect, test } from 'vitest';
import { guardGroups, usualWords } from '../src/pages/settings/guards/guards.ts';

const guards = guardGroups.flatMap((group) => group.guards);

interface Field {
  readonly description: string;
  readonly maximum?: number;
}

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/reference/openapi/action-agent.json'), 'utf8'),
) as {
  readonly components: { readonly schemas: { readonly Settings: { readonly properties: Record<string, Field> } } };
};

test('every guard with a value has its sentence', () => {
  const named = guardNames.filter((name) => name !== 'kill_switch' && name !== 'autonomy');
  expect(guards.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
});

test.for(guards)('$name has the default and the limit that the API has', (guard) => {
  const { description, maximum } = published.components.schemas.Settings.properties[guard.name] ?? { description: '' };
  const usual = guard.kind === 'choice' ? String(guard.usual) : usualWords(guard);
  expect(description).toContain(`; ${usual} by default`);
  expect('most' in guard ? guard.most : undefined).toBe(maximum);
});
