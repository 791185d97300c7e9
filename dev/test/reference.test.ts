import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentsGuide } from '../agents-guide.ts';
import { descriptions } from '../descriptions.ts';
import { healthGuide } from '../health-guide.ts';
import { settingsReference } from '../settings-reference.ts';
import { webhookVectors } from '../webhook-vectors.ts';

const folder = join(import.meta.dirname, '../../docs/reference/openapi');
const described = descriptions();

test('every module is described, and nothing else', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(described).toSorted());
});

test.each(Object.keys(described))('openapi/%s is what `npm run reference` would write', (name) => {
  expect(readFileSync(join(folder, name), 'utf8')).toBe(described[name]);
});

test('guides/health.md is what `npm run reference` would write', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/guides/health.md'), 'utf8')).toBe(healthGuide());
});

test('guides/agents.md has the rules that `npm run reference` would write', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/guides/agents.md'), 'utf8');
  expect(agentsGuide(written)).toBe(written);
});

test('settings.md is what `npm run reference` would write', () => {
  const written = join(import.meta.dirname, '../../docs/reference/settings.md');
  expect(readFileSync(written, 'utf8')).toBe(settingsReference());
});

test('webhooks/vectors.json is what `npm run reference` would write', () => {
  const written = join(import.meta.dirname, '../../docs/reference/webhooks/vectors.json');
  expect(readFileSync(written, 'utf8')).toBe(webhookVectors());
});
