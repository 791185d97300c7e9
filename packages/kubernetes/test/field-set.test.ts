import fc from 'fast-check';
import { adminAccess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  difference,
  type FieldPath,
  type FieldSet,
  fieldSetOf,
  fieldsV1Of,
  isEmpty,
  membersOf,
  union,
  within,
} from '../src/apply/field-set.ts';
import { type Managed, managersOf, resources } from '../src/index.ts';
import { Clients } from './kube.ts';

const clients = new Clients();
let objects: readonly Managed[];
/** Every `fieldsV1` of the cluster's objects, each once. */
let written: readonly unknown[];

const kinds = [
  resources.nodes,
  resources.pods,
  resources.deployments,
  resources.events,
  '/api/v1/namespaces',
  '/api/v1/services',
  '/api/v1/configmaps',
  '/apis/coordination.k8s.io/v1/leases',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
];

beforeAll(async () => {
  const client = clients.open(adminAccess());
  const pages = await Promise.all(kinds.map((path) => client.list<Managed>(path, { limit: 200 }).next()));
  objects = pages.flatMap(({ value }) => value?.items ?? []);
  const texts = objects.flatMap(({ metadata }) =>
    (metadata.managedFields ?? []).map(({ fieldsV1 }) => JSON.stringify(fieldsV1)),
  );
  written = [...new Set(texts)].map((text) => JSON.parse(text) as unknown);
});
afterAll(() => clients.close());

/** What sets are said to be: their members, each by its path. */
function membersIn(set: FieldSet): ReadonlySet<string> {
  return new Set([...membersOf(set)].map((path) => JSON.stringify(path)));
}
const anyTwo = () => fc.tuple(fc.constantFrom(...written), fc.constantFrom(...written));

describe('sets of fields as the API server writes them', () => {
  test('are written as they were read', () => {
    expect(written.length).toBeGreaterThan(20);
    for (const fieldsV1 of written) expect(fieldsV1Of(fieldSetOf(fieldsV1))).toEqual(fieldsV1);
  });

  test('have together what either has, and apart what only the one has', () => {
    fc.assert(
      fc.property(anyTwo(), ([first, second]) => {
        const [one, other] = [fieldSetOf(first), fieldSetOf(second)];
        const [inOne, inOther] = [membersIn(one), membersIn(other)];
        const inEither = new Set([...inOne, ...inOther]);
        expect(membersIn(union(one, other))).toEqual(inEither);
        expect(membersIn(difference(one, other))).toEqual(new Set([...inOne].filter((path) => !inOther.has(path))));
        expect(isEmpty(difference(one, union(other, one)))).toBe(true);
        expect(fieldsV1Of(union(one, other))).toEqual(fieldsV1Of(union(other, one)));
        expect(membersIn(fieldSetOf(fieldsV1Of(union(one, other))))).toEqual(inEither);
      }),
      { numRuns: 2_000 },
    );
  });

  test('are told apart by paths, with what lies on the way', () => {
    const chosen = fc.constantFrom(...written).chain((fieldsV1) => {
      const paths = [...membersOf(fieldSetOf(fieldsV1))];
      return fc.tuple(fc.constant(fieldsV1), fc.subarray(paths, { maxLength: Math.min(5, paths.length) }));
    });
    const isBelow = (path: FieldPath, above: FieldPath) => above.every((element, index) => path[index] === element);
    fc.assert(
      fc.property(chosen, ([fieldsV1, paths]) => {
        const all = fieldSetOf(fieldsV1);
        const expected = [...membersOf(all)].filter((path) =>
          paths.some((one) => isBelow(path, one) || isBelow(one, path)),
        );
        expect(membersIn(within(all, paths))).toEqual(new Set(expected.map((path) => JSON.stringify(path))));
      }),
      { numRuns: 2_000 },
    );
  });

  test('can be read by people', () => {
    const texts = new Set(objects.flatMap((object) => managersOf(object).flatMap(({ paths }) => paths)));
    expect([...texts]).toEqual(expect.arrayContaining(['metadata.labels[kubernetes.io/metadata.name]']));
    expect([...texts].filter((text) => text.includes('f:') || text.startsWith('.'))).toEqual([]);
  });
});

test('what is no set has no fields', () => {
  for (const odd of [undefined, null, 'f:spec', 7, []]) expect(isEmpty(fieldSetOf(odd))).toBe(true);
  expect(isEmpty(fieldSetOf({ 'f:spec': {} }))).toBe(false);
  expect(isEmpty(within(fieldSetOf({ 'f:spec': { '.': {}, 'f:a': {} } }), [['f:spec', 'f:b']]))).toBe(true);
  // Objects have prototypes; sets of names do not.
  expect([...membersOf(fieldSetOf(JSON.parse('{"f:a":{"__proto__":{}}}')))]).toEqual([['f:a', '__proto__']]);
});

test('elements of every kind are shown', () => {
  const fieldsV1 = {
    'f:metadata': { 'f:annotations': { 'f:example.com/note': {} }, 'f:finalizers': { '.': {}, 'v:"a/b"': {} } },
    'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:port': {} } }, 'f:list': { 'i:0': {} } },
  };
  const metadata = {
    resourceVersion: '1',
    managedFields: [{ manager: 'me', operation: 'Apply' as const, time: 'then', subresource: '', fieldsV1 }, {}],
  };
  expect(managersOf({ metadata })).toEqual([
    {
      manager: 'me',
      operation: 'Apply',
      time: 'then',
      subresource: undefined,
      paths: [
        'metadata.annotations[example.com/note]',
        'metadata.finalizers',
        'metadata.finalizers[="a/b"]',
        'spec.ports[port=80,protocol=TCP].port',
        'spec.list[0]',
      ],
    },
    { manager: '', operation: 'Update', time: undefined, subresource: undefined, paths: [] },
  ]);
});
