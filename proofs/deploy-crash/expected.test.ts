import { expect, test } from 'vitest';
import { differences } from './expected.ts';

test('an object is compared field by field, and what others added to it is found', () => {
  const container = { image: 'web:1', env: [{ name: 'A', value: '1' }], command: undefined };
  const wanted = { spec: { containers: [container], nodeSelector: { pool: 'a' } } };
  const actual = {
    metadata: { uid: 'of the API server' },
    spec: {
      containers: [{ image: 'web:1', env: [{ name: 'A', value: '1' }], imagePullPolicy: 'IfNotPresent' }],
      nodeSelector: { pool: 'a' },
    },
  };
  expect(differences(wanted, actual)).toEqual([]);
  const [only] = actual.spec.containers;
  const changed = (spec: object) => differences(wanted, { ...actual, spec: { ...actual.spec, ...spec } });
  expect(changed({ containers: [{ ...only, image: 'web:2' }] })).toEqual(['.spec.containers[0].image']);
  expect(changed({ containers: [{ ...only, command: ['sh'] }] })).toEqual(['.spec.containers[0].command']);
  expect(changed({ containers: [only, only] })).toEqual(['.spec.containers']);
  expect(changed({ containers: [{ ...only, env: [] }] })).toEqual(['.spec.containers[0].env']);
  expect(changed({ nodeSelector: { pool: 'a', zone: 'b' } })).toEqual(['.spec.nodeSelector.zone']);
  expect(differences(wanted, undefined)).toEqual(['']);
});
