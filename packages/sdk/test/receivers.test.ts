import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleEnvelope } from '@wheelhouse/contracts';
import { eventually, freePort } from '@wheelhouse/testkit';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, localCertificate } from '../../../dev/receivers/certificate.ts';
import { examples } from '../../../dev/receivers/examples.ts';
import { goReceiver, goSettings } from '../../../dev/receivers/go-receiver.ts';
import { type Receiver, type ReceiverKind, receiverKinds, startReceiver } from '../../../dev/receivers/start.ts';
import { webhooks } from '../src/webhooks/index.ts';
import { type Vector, vectors, vectorsFile } from './vectors.ts';

/** The receivers of docs/guides/webhooks, run as they are. What they are written in must be on the machine. */

const folder = mkdtempSync(join(tmpdir(), 'receivers-'));
const secret = `whsec_${randomBytes(32).toString('base64')}`;
let tls: Certificate;
let agent: Agent;
let receiver: Receiver | undefined;

/** Where nothing of Go's own library has been compiled yet, that takes a minute. */
const compiling = 300_000;

beforeAll(async () => {
  await goReceiver();
  tls = await localCertificate(join(folder, 'certificates'));
  agent = new Agent({ connect: { ca: readFileSync(tls.authority) } });
}, compiling);
afterEach(async () => {
  await receiver?.stop();
  receiver = undefined;
});
afterAll(async () => {
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
});

const verdicts = vectors.map(({ name, verdict }) => ({ name, verdict }));

describe('the published vectors', () => {
  const by = (accepts: (vector: Vector) => void) =>
    vectors.map((vector) => {
      try {
        accepts(vector);
        return { name: vector.name, verdict: 'accept' };
      } catch {
        return { name: vector.name, verdict: 'refuse' };
      }
    });

  test('are judged rightly by the one in Node', async () => {
    const { verify } = (await import(pathToFileURL(join(examples, 'receiver.mjs')).href)) as {
      readonly verify: (body: Buffer, header: string, key: string, now: number) => void;
    };
    expect(by(({ body, header, secret: key, now }) => verify(Buffer.from(body), header, key, now))).toEqual(verdicts);
  });

  test('are judged rightly by the one in Python', () => {
    const words = [join(import.meta.dirname, 'receivers/vectors.py'), join(examples, 'receiver.py'), vectorsFile];
    const said = execFileSync('python3', words, { encoding: 'utf8' });
    expect(
      said
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(verdicts);
  });

  test(
    'are judged rightly by the one in Go',
    () => {
      const place = join(folder, 'go');
      mkdirSync(place);
      copyFileSync(join(examples, 'receiver.go'), join(place, 'receiver.go'));
      copyFileSync(join(import.meta.dirname, 'receivers/vectors_test.go'), join(place, 'vectors_test.go'));
      const env = { ...process.env, ...goSettings, VECTORS: vectorsFile };
      const words = ['test', '-v', 'receiver.go', 'vectors_test.go'];
      const said = execFileSync('go', words, { cwd: place, env, encoding: 'utf8' });
      expect(said.match(/^ +--- PASS/gm)).toHaveLength(vectors.length);
    },
    compiling,
  );

  test('are judged rightly by the one in shell', () => {
    const judged = by(({ body, header, secret: key, now }) =>
      execFileSync(join(examples, 'receiver.sh'), ['verify', header, String(now)], {
        input: body,
        env: { ...process.env, WEBHOOK_SECRET: key },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    );
    expect(judged).toEqual(verdicts);
  });
});

function eventOf(id = `evt_${randomBytes(16).toString('hex')}`) {
  const body = JSON.stringify({
    ...exampleEnvelope('action.pending'),
    id,
    data: { title: 'Käse 支払い \u{1F680} \\ "' },
  });
  return { id, body, line: (word: 'new' | 'again') => `${word} action.pending ${id}` };
}

async function post(body: string | Buffer, header: string | undefined, method: 'POST' | 'GET' = 'POST') {
  const answer = await request(receiver?.url ?? '', {
    method,
    dispatcher: agent,
    headers: {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'service-signature': header }),
    },
    ...(method === 'GET' ? {} : { body }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

async function start(kind: ReceiverKind, isTls = true): Promise<Receiver> {
  const place = mkdtempSync(join(folder, 'receiver-'));
  const options = { kind, secret, port: await freePort(), folder: place, ...(isTls ? { tls } : {}) };
  receiver = await startReceiver(options);
  return receiver;
}

describe.each(receiverKinds)('the receiver: %s', (kind) => {
  test('keeps a signed event once, byte for byte, over TLS', async () => {
    const { kept, lines } = await start(kind);
    const { id, body, line } = eventOf();
    expect(await post(body, webhooks.sign(body, secret))).toEqual({ status: 204, text: '' });
    expect(await post(body, webhooks.sign(body, secret))).toEqual({ status: 204, text: '' });
    expect(await kept()).toEqual(new Map([[id, body]]));
    await eventually(() => expect(lines()).toEqual(expect.arrayContaining([line('new'), line('again')])));
  });

  test('keeps it once when it comes ten times at one instant, and without TLS too', async () => {
    const { kept, lines } = await start(kind, false);
    const { id, body, line } = eventOf();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(Buffer.from(body), webhooks.sign(body, secret))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await kept()).toEqual(new Map([[id, body]]));
    await eventually(() => expect(lines().filter((text) => text === line('again'))).toHaveLength(9));
    expect(lines().filter((text) => text === line('new'))).toHaveLength(1);
  });

  test('takes both signatures of a secret that is being replaced', async () => {
    const { kept } = await start(kind);
    const { id, body } = eventOf();
    const [head = '', older = ''] = webhooks.sign(body, secret).split(',');
    const [, newer = ''] = webhooks.sign(body, 'whsec_another').split(',');
    expect(await post(body, `${head},${newer},${older}`)).toMatchObject({ status: 204 });
    expect([...(await kept()).keys()]).toEqual([id]);
  });

  test('refuses what is not signed, stale or changed, says why, and keeps nothing', async () => {
    const { kept, lines } = await start(kind);
    const { body } = eventOf();
    const header = webhooks.sign(body, secret);
    const stale = webhooks.sign(body, secret, new Date(Date.now() - 310_000));
    const early = webhooks.sign(body, secret, new Date(Date.now() + 310_000));
    const refused: readonly (readonly [string, string | undefined])[] = [
      [body, undefined],
      [body, 'hello'],
      [body, stale],
      [body, early],
      [body.replace('Käse', 'Kase'), header],
      [`${body} `, header],
      [body, webhooks.sign(body, 'whsec_another')],
    ];
    for (const [text, given] of refused) {
      const answer = await post(text, given);
      expect(answer).toEqual({ status: 400, text: expect.stringMatching(/\w+ \w+.*\./) });
      expect(answer.text).not.toContain(secret);
    }
    expect(await kept()).toEqual(new Map());
    await eventually(() => expect(lines().filter((line) => line.startsWith('refused'))).toHaveLength(refused.length));
  });

  test('refuses other methods and what is too long', async () => {
    const { kept } = await start(kind);
    expect(await post('', undefined, 'GET')).toMatchObject({ status: 405 });
    const long = 'x'.repeat(256 * 1_024 + 1);
    // It may hang up while the rest is still being sent.
    const status = await post(long, webhooks.sign(long, secret)).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(status).toBe(413);
    expect(await kept()).toEqual(new Map());
    const { body } = eventOf();
    expect(await post(body, webhooks.sign(body, secret))).toMatchObject({ status: 204 });
  });
});
