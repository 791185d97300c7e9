import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from '@wheelhouse/contracts';
import { agentsGuide } from './agents-guide.ts';
import { descriptions } from './descriptions.ts';
import { healthGuide } from './health-guide.ts';
import { sdkTypes } from './sdk-types.ts';
import { settingsReference } from './settings-reference.ts';
import { webhookVectors } from './webhook-vectors.ts';

/** `npm run reference`: writes what is generated in docs and the types of the SDK; tests hold it against the data. */
const folder = join(import.meta.dirname, '../docs/reference');
for (const name of ['openapi', 'webhooks']) mkdirSync(join(folder, name), { recursive: true });
for (const [name, text] of Object.entries(referencePages())) writeFileSync(join(folder, name), text);
for (const [name, text] of Object.entries(descriptions())) writeFileSync(join(folder, 'openapi', name), text);
const types = join(import.meta.dirname, '../packages/sdk/src/generated');
for (const [name, text] of Object.entries(sdkTypes())) writeFileSync(join(types, name), text);
writeFileSync(join(import.meta.dirname, '../docs/guides/health.md'), healthGuide());
writeFileSync(join(import.meta.dirname, '../docs/guides/agents.md'), agentsGuide());
writeFileSync(join(folder, 'settings.md'), settingsReference());
writeFileSync(join(folder, 'webhooks/vectors.json'), webhookVectors());
