import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveryFailures, deliveryStates } from '@wheelhouse/contracts';
import { eventually, freePort } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, localCertificate } from '../../../dev/receivers/certificate.ts';
import { type Receiver, startReceiver } from '../../../dev/receivers/start.ts';
import { compared, type Example, examplesOf } from '../../../services/gateway/test/guide-examples.ts';
import { webhookSettings } from '../../../services/webhooks/src/config.ts';
import { webhooksModule } from '../../../services/webhooks/src/module.ts';
import { type ActionsHouse, openActionsHouse } from './actions-house.ts';
import { begin, type Environment, main } from './running.ts';

/** docs/guides/webhooks from top to bottom: every example is run, against a receiver of the guide over HTTPS. */
const repository = join(import.meta.dirname, '../../..');
const place = join(repository, 'docs/guides/webhooks');
const guide = readFileSync(join(place, 'README.md'), 'utf8');
const examples = examplesOf(guide);
const webhooks = '/api/platform/api/v1/webhooks';

let house: ActionsHouse;
let folder = '';
let port = 0;
let tls: Certificate;
let environment: Environment = {};
let receiver: Receiver | undefined;
let stopFailing: (() => Promise<void>) | undefined;
const known = { webhook: '', secret: '', delivery: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhooks-guide-'));
  port = await freePort();
  tls = await localCertificate(join(folder, 'certificates'));
  const settings = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', WEBHOOK_EXTRA_CA_FILE: tls.authority };
  house = await openActionsHouse(settings, [webhooksModule]);
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'wheelhouse'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(join(folder, 'wheelhouse'), 0o755);
  environment = { ...house.decider, PATH: `${folder}:${process.env['PATH']}` };
});
afterAll(async () => {
  await receiver?.stop();
  await stopFailing?.();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

const real = (text: string) => text.replaceAll('hooks.example.com', `127.0.0.1:${port}`);
const told = (text: string) => text.replaceAll(`127.0.0.1:${port}`, 'hooks.example.com');

/** As the guide says, once the secret is known. */
async function startTheReceiver(): Promise<void> {
  receiver ??= await startReceiver({ kind: 'node', secret: known.secret, port, folder, tls });
}

/** In its place, a server with trouble of its own. */
async function startFailing(): Promise<void> {
  await receiver?.stop();
  receiver = undefined;
  const options = { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) };
  const server = createServer(options, (request, response) => {
    // Long enough to look three times at the one attempt there was, on a busy machine too.
    request.resume().on('end', () => response.writeHead(503, { 'retry-after': '75' }).end('the disk is full'));
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  stopFailing = async () => {
    stopFailing = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function anAction(): Promise<void> {
  const node_name = await house.kube.node();
  await house.kube.cordon(node_name, true);
  const asked = await house.ask('POST', '/api/agents/action/api/v1/actions/uncordon', { node_name });
  expect(asked).toMatchObject({ status: 202 });
}

/** Until the newest delivery is so; its id is what the guide calls $DELIVERY. */
async function untilDelivery(wanted: object): Promise<void> {
  await eventually(async () => {
    const { body } = await house.ask('GET', `${webhooks}/${known.webhook}/deliveries`);
    expect(body.data[0]).toMatchObject(wanted);
    known.delivery = body.data[0].id;
  }, 240_000);
}

/** What must be so before it can be shown. */
async function prepare({ name, text }: Example): Promise<void> {
  if (text.startsWith('wheelhouse webhooks test')) await startTheReceiver();
  if (name.startsWith('See what went wrong') && stopFailing === undefined) {
    await startFailing();
    await anAction();
    await untilDelivery({ event_type: 'action.executed', state: 'pending', last_status: 503 });
  }
  if (!text.startsWith('wheelhouse webhooks resend')) return;
  await stopFailing?.();
  await startTheReceiver();
  await untilDelivery({
    event_type: 'action.executed',
    state: 'succeeded',
    attempt_count: expect.toSatisfy((n) => n > 1),
  });
}

async function outputOf(example: Example): Promise<string> {
  const file = join(folder, 'example.ts');
  if (example.language === 'ts') writeFileSync(file, example.text);
  const words =
    example.language === 'ts'
      ? [process.execPath, file]
      : ['bash', '--norc', '-euo', 'pipefail', '-c', real(example.text)];
  const { webhook: WEBHOOK, delivery: DELIVERY, secret: WEBHOOK_SECRET } = known;
  const { ended } = begin(words, { ...environment, WEBHOOK, DELIVERY, WEBHOOK_SECRET }, folder);
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return told(stdout);
}

/** Whoever is shown them writes them down. */
function learn(output: string): void {
  known.webhook = /^id +(\S+)$/m.exec(output)?.[1] ?? known.webhook;
  known.secret = /^secret +(whsec_\S+)$/m.exec(output)?.[1] ?? known.secret;
}

describe('the examples', () => {
  test.each(examples.map((one) => [one.name, one] as const))('%s', async (_name, example) => {
    await prepare(example);
    const output = await outputOf(example);
    if (example.text.startsWith('wheelhouse webhooks create')) learn(output);
    const { came, expected } = compared(example.shown ?? { form: 'text', text: '' }, output);
    expect(came).toEqual(expected);
  });

  test('and what was sent again has arrived, with the same id', async () => {
    await eventually(() => {
      const lines = receiver?.lines() ?? [];
      const [, id = ''] = /^new action\.executed (\S+)$/m.exec(lines.join('\n')) ?? [];
      expect(lines).toContain(`again action.executed ${id}`);
    });
  });
});

test('the examples in TypeScript are what the compiler allows', async () => {
  for (const [index, { text }] of examples.filter(({ language }) => language === 'ts').entries())
    writeFileSync(join(folder, `typed-${index}.ts`), text);
  const settings = {
    extends: join(repository, 'tsconfig.json'),
    // A rule of this house: readers may write process.env.NAME.
    compilerOptions: { noPropertyAccessFromIndexSignature: false },
    include: ['typed-*.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const words = [join(repository, 'node_modules/.bin/tsc'), '--project', '.', '--pretty', 'false'];
  expect(await begin(words, environment, folder).ended).toMatchObject({ code: 0, stdout: '' });
});

test('its tables name every state, every failure and every setting', () => {
  const rows = new Set([...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, word = '']) => word));
  const { EXTERNAL_URL: _external, ...settings } = webhookSettings;
  expect(rows).toEqual(new Set([...deliveryStates, ...deliveryFailures, ...Object.keys(settings)]));
});

test('what it leads to is there', () => {
  const headings = new Set(
    [...guide.matchAll(/^## (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const targets = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(8);
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    return file === '' ? !headings.has(anchor) : !existsSync(join(place, file));
  });
  expect(missing).toEqual([]);
});
