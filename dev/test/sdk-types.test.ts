import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moduleTypes } from '../sdk-types/module-types.ts';
import { type Schema, typeOf } from '../sdk-types/type-of-schema.ts';
import { sdkTypes } from '../sdk-types.ts';

const folder = join(import.meta.dirname, '../../packages/sdk/src/generated');
const types = sdkTypes();

describe('the types of the SDK', () => {
  test('are there for every module that ships, and for nothing else', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(types).toSorted());
  });

  test.each(Object.keys(types))('%s is what `npm run reference` would write', (name) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(types[name]);
  });
});

const written = (schema: Schema) => typeOf(schema, (name) => `All['${name}']`).replaceAll(/\s+/g, ' ');

test.each([
  [{}, 'unknown'],
  [{ type: 'integer' }, 'number'],
  [{ const: 'Bearer' }, '"Bearer"'],
  [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [
    { allOf: [{ $ref: '#/components/schemas/X' }, { type: 'object' }] },
    "(All['X']) & (Readonly<Record<string, unknown>>)",
  ],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'readonly ("a" | "b")[]'],
  [{ type: 'object', additionalProperties: false }, 'Readonly<Record<string, never>>'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'boolean' } } }, 'Readonly<Record<string, boolean>>'],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'string', description: 'no */ end' }, 'b-c': {} } },
    '{ /** no * / end */ readonly "a": string; readonly "b-c"?: unknown; }',
  ],
] as const)('%j is %s', (schema, expected) => {
  expect(written(schema)).toBe(expected);
});

test('a schema it has no type for is an error', () => {
  expect(() => written({ type: 'tuple' })).toThrow(/no TypeScript type/);
});

test('streams have events, and what only redirects is left out', () => {
  const text = moduleTypes('k8s-monitor', {
    servers: [{ url: '/api/k8s-monitor' }],
    paths: {
      '/follow': { get: { responses: { 200: { content: { 'text/event-stream': {} } }, 204: {} } } },
      '/callback': { get: { responses: { 303: {} } } },
    },
  });
  expect(text).toContain('export interface K8sMonitorPaths');
  expect(text).toContain('readonly "/k8s-monitor/follow": {');
  expect(text).toContain('readonly events: unknown;');
  expect(text).not.toContain('callback');
});
