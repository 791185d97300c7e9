import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualEvents } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { type Authority, makeAuthority } from '../../../services/webhooks/test/authority.ts';
import { type Product, type StandIn, startStandIn } from '../../../services/webhooks/test/formats/stand-in.ts';
import { openAlerts } from '../../../services/webhooks/test/formats/stand-in-pagerduty.ts';
import { webhooksModule } from '../../../services/webhooks/src/module.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import { begin, type Environment, main } from './running.ts';

/** The guides for Slack, Teams and PagerDuty: every example is run, against servers that take what those document. */
const place = join(import.meta.dirname, '../../../docs/guides/webhooks');
const products = ['slack', 'teams', 'pagerduty'] as const satisfies readonly Product[];
/** Where each guide sends to. */
const hosts = {
  slack: 'hooks.slack.com',
  teams: 'prod-00.westeurope.logic.azure.com',
  pagerduty: 'events.pagerduty.com',
} as const;
const guideOf = (product: Product) => readFileSync(join(place, `${product}.md`), 'utf8');

let house: CliHouse;
let authority: Authority;
let folder = '';
const environments = new Map<Product, Environment>();
const standIns = new Map<Product, StandIn>();

beforeAll(async () => {
  authority = await makeAuthority();
  const settings = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', WEBHOOK_EXTRA_CA_FILE: authority.caFile };
  house = await openCliHouse(settings, [webhooksModule]);
  folder = mkdtempSync(join(tmpdir(), 'webhooks-chat-guide-'));
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  writeFileSync(join(folder, 'integration-key.txt'), 'e93facc04764012d7bfb002500d5d1a6\n');
  for (const product of products) {
    standIns.set(product, await startStandIn(product, await authority.certificate('IP:127.0.0.1')));
    const somebody = await house.withToken(['read', 'deploy']);
    environments.set(product, { ...somebody, PATH: `${folder}:${process.env['PATH']}` });
  }
});
afterAll(async () => {
  await house.close();
  for (const one of standIns.values()) await one.close();
  await authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

const standIn = (product: Product): StandIn => {
  const found = standIns.get(product);
  if (found === undefined) throw new Error('there is no such stand-in');
  return found;
};

/** To the stand-in. The guide names no address for PagerDuty, because Wheelhouse knows it. */
function real(product: Product, text: string): string {
  const at = `127.0.0.1:${standIn(product).port}`;
  return text
    .replaceAll(hosts[product], at)
    .replace('webhooks create --pagerduty', `webhooks create https://${at}/v2/enqueue --pagerduty`);
}

const told = (product: Product, text: string) => text.replaceAll(`127.0.0.1:${standIn(product).port}`, hosts[product]);

async function outputOf(product: Product, { text }: Example): Promise<string> {
  const words = ['bash', '--norc', '-euo', 'pipefail', '-c', real(product, text)];
  const { code, stdout, stderr } = await begin(words, environments.get(product) ?? {}, folder).ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return told(product, stdout);
}

describe.each(products)('the guide for %s', (product) => {
  test.each(examplesOf(guideOf(product)).map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    const output = await outputOf(product, example);
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, output);
    expect(came).toEqual(expected);
  });

  test('says what it is told of', () => {
    expect(guideOf(product)).toContain(`events      ${usualEvents[product].join(', ')}`);
    const taken = standIn(product).taken.map(({ status, injected }) => ({ status, injected }));
    expect(taken).not.toHaveLength(0);
    for (const one of taken) expect(one).toEqual({ status: product === 'slack' ? 200 : 202, injected: [] });
  });

  test('leads to what is there', () => {
    const targets = [...guideOf(product).matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(place, target)))).toEqual([]);
  });
});

test('the page that a test of PagerDuty opens is closed by the next one', () => {
  expect(openAlerts(standIn('pagerduty').received.map(({ body }) => body)).size).toBe(0);
});
