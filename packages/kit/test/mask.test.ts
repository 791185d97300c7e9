import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { longestMasked, mask, maskValue } from '../src/index.ts';
import { harmlessTexts } from './fixtures/harmless-texts.ts';
import { plantedSecrets } from './fixtures/planted-secrets.ts';

/** Made up here, so that no scanner of the repository finds it. */
const secret = () => `${randomBytes(9).toString('hex')}Zq7`;
const npmToken = () => ['npm', randomBytes(18).toString('hex')].join('_');
const withoutMarks = (text: string) => text.replaceAll(/\[masked: [a-z_-]+\]/g, '');

/** Whatever five characters of it stand together. */
function piecesOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .flatMap((word) => Array.from({ length: Math.max(1, word.length - 4) }, (_, at) => word.slice(at, at + 5)));
}

describe('sixty secrets', () => {
  const planted = plantedSecrets();

  test('are sixty', () => {
    expect(new Set(planted.map(({ name }) => name)).size).toBe(60);
    expect(planted.filter((one) => !one.text.includes(one.secret))).toEqual([]);
  });

  test.each(planted)('none survives, nor a part of it: $name', async ({ secret: hidden, text }) => {
    const { text: masked, masked: count } = await mask(text);
    expect(count).toBeGreaterThan(0);
    expect(piecesOf(hidden).filter((piece) => withoutMarks(masked).includes(piece))).toEqual([]);
  });

  test('masked once, they are masked', async () => {
    for (const { text } of planted) {
      const once = await mask(text);
      expect(await mask(once.text)).toEqual({ text: once.text, masked: 0 });
    }
  });

  test('are found among each other, as lines of one log', async () => {
    const { text, masked } = await mask(planted.map((one) => one.text).join('\n'));
    expect(masked).toBeGreaterThanOrEqual(55);
    for (const one of planted) expect(text).not.toContain(one.secret);
  });
});

test('of sixty texts that look like secrets or speak of them hardly one is touched', async () => {
  const texts = harmlessTexts();
  expect(texts).toHaveLength(60);
  const untouched: string[] = [];
  for (const text of texts) if ((await mask(text)).text === text) untouched.push(text);
  expect(untouched.length).toBeGreaterThanOrEqual(57);
});

test('what is beside a secret stays, and its kind is told', async () => {
  const [one, two] = [secret(), secret()];
  expect(await mask(`dial postgres://shop:${one}@db:5432/shop with token=${two}: timeout`)).toEqual({
    text: 'dial postgres://shop:[masked: url_password]@db:5432/shop with token=[masked: token]: timeout',
    masked: 2,
  });
});

describe('a text cannot switch it off', () => {
  test.each([
    ['that says so to secretlint', (token: string) => `// secretlint-disable\n${token}`],
    ['that says so of a line', (token: string) => `${token} // secretlint-disable-line`],
    ['with a byte order mark before it', (token: string) => `\uFEFF${token} is refused`],
  ])('one %s', async (_, text) => {
    const token = npmToken();
    const { text: masked } = await mask(text(token));
    expect(piecesOf(token.slice(4)).filter((piece) => masked.includes(piece))).toEqual([]);
  });
});

describe('a value', () => {
  test('is masked in all its strings, by the names of its fields and of those beside them', async () => {
    const [one, two, three, four] = [secret(), secret(), secret(), secret()];
    const { value, masked } = await maskValue({
      message: `login with password=${one}`,
      env: [
        { name: 'DB_PASSWORD', value: two },
        { name: 'PORT', value: '8080' },
      ],
      annotations: { 'example.com/api-token': three, 'checksum/secret': 'd0c5', count: 3, none: null },
      args: ['serve', '--token', four, '--port', '80'],
    });
    expect(value).toEqual({
      message: 'login with password=[masked: password]',
      env: [
        { name: 'DB_PASSWORD', value: '[masked: password]' },
        { name: 'PORT', value: '8080' },
      ],
      annotations: { 'example.com/api-token': '[masked: token]', 'checksum/secret': 'd0c5', count: 3, none: null },
      args: ['serve', '--token', '[masked: token]', '--port', '80'],
    });
    expect(masked).toBe(4);
  });

  test('that is a Secret keeps the names of its data alone', async () => {
    const { value } = await maskValue({ kind: 'Secret', data: { uri: 'YWJj', empty: '' }, metadata: { name: 'db' } });
    expect(value).toEqual({
      kind: 'Secret',
      data: { uri: '[masked: secret_data]', empty: '' },
      metadata: { name: 'db' },
    });
  });

  test('with a private key line by line loses all of its lines', async () => {
    const key = (plantedSecrets()[0]?.text ?? '').split('\n').slice(1, -1);
    const { value } = await maskValue({ lines: ['before', ...key, 'after'] });
    const { lines } = value;
    expect([lines[0], lines.at(-1)]).toEqual(['before', 'after']);
    expect(new Set(lines.slice(1, -1))).toEqual(new Set(['[masked: private_key]']));
  });

  test('does not let one string hide in another', async () => {
    const token = npmToken();
    const { value } = await maskValue([{ a: 'password: ' }, { a: 'harmless' }, { a: token }]);
    expect(value).toEqual([{ a: 'password: ' }, { a: 'harmless' }, { a: '[masked: npm]' }]);
  });
});

describe('a long text', () => {
  test('is cut where it ends to be looked through, and says so', async () => {
    const [one, two] = [secret(), secret()];
    const { text } = await mask(`password=${one} ${'word '.repeat(longestMasked / 5)} password=${two}`);
    expect(text).not.toContain(one);
    expect(text).not.toContain(two);
    expect(text.length).toBeLessThan(longestMasked + 100);
    expect(text).toMatch(/ \[\d+ characters left out\]$/);
    const { value } = await maskValue({ a: 'x '.repeat(longestMasked), b: `token=${one}` });
    expect(value.a).toMatch(/ \[\d+ characters left out\]$/);
    expect(value.b).toBe('token=[masked: token]');
  });

  // A secret that the cut goes through would not be known any more.
  test('is cut before a word, not within it', async () => {
    const token = npmToken();
    const { text } = await mask(`${'word '.repeat(longestMasked / 5 - 3)}${token}${'.'.repeat(100)}`);
    expect(piecesOf(token.slice(4)).filter((piece) => text.includes(piece))).toEqual([]);
  });

  test.each([
    'a',
    '\n',
    '-----BEGIN PRIVATE KEY-----',
    String.raw`password:\"`,
    'password: |\n ',
    'token:',
    '--password ',
    'eyJ',
    'eyJabcdefgh.',
    '://a:',
    'https://u:p',
    'a:b@tcp(',
    'authorization: ',
    'cookie: a=b; ',
    'data:\n a: b\n',
    'kind: Secret\ndata:\n  a: b\n',
    'mongodb://',
    'ghs_1_',
    'SG.a.wwwwwwwwwwww',
    'LS0tLS1CRUdJTi',
    'a,',
  ])('takes time by its length alone, also one made of %j', async (piece) => {
    const long = piece.repeat(Math.floor(longestMasked / piece.length));
    const before = process.cpuUsage();
    await mask(long);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(5_000);
  });
});

test('a process that masks nothing reads no rules, and one that does keeps no marks of it', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    const read = [];
    registerHooks({ resolve: (name, context, next) => { read.push(name); return next(name, context); } });
    const isRead = () => read.some((name) => name.startsWith('@secretlint/'));
    const { mask } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
    const before = isRead();
    for (let round = 0; round < 10; round += 1) await mask('nothing');
    console.log(JSON.stringify([before, isRead(), performance.getEntriesByType('mark').length]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual([false, true, 0]);
});
