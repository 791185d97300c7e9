import { alone, both, get, type RawCase, refused } from './raw-case.ts';

/** Request lines, versions and header lines. */

const line = (name: string, text: RawCase['bytes'], answers: readonly number[] = refused): RawCase => ({
  name,
  answers,
  bytes: (words) => `${text(words)}\r\n${words.known}\r\n`,
});
const whole = (name: string, bytes: RawCase['bytes'], answers: readonly number[] = refused): RawCase => ({
  name,
  answers,
  bytes,
});

export const lineCases: readonly RawCase[] = [
  line('an honest line', ({ path }) => `GET ${path} HTTP/1.1`, both),
  line('an empty line before it', ({ path }) => `\r\nGET ${path} HTTP/1.1`, both),
  line('a method in small letters', ({ path }) => `get ${path} HTTP/1.1`),
  line('a method nobody knows', ({ path }) => `FETCH ${path} HTTP/1.1`),
  line('a method that begins with one', ({ path }) => `GETX ${path} HTTP/1.1`),
  line('a method without end', ({ path }) => `${'A'.repeat(20_000)} ${path} HTTP/1.1`),
  line('a space before the method', ({ path }) => ` GET ${path} HTTP/1.1`),
  line('a NUL before the method', ({ path }) => `\0GET ${path} HTTP/1.1`),
  line('a tab behind the method', ({ path }) => `GET\t${path} HTTP/1.1`),
  line('two spaces before the version', ({ path }) => `GET ${path}  HTTP/1.1`, both),
  line('a word behind the version', ({ path }) => `GET ${path} HTTP/1.1 x`),
  line('no version', ({ path }) => `GET ${path}`),
  line('HTTP/0.9, as it was', () => 'GET /'),
  line('HTTP/0.9 by name', ({ path }) => `GET ${path} HTTP/0.9`),
  line('HTTP/1.2', ({ path }) => `GET ${path} HTTP/1.2`),
  line('HTTP/1.10', ({ path }) => `GET ${path} HTTP/1.10`),
  line('HTTP/2.0', ({ path }) => `GET ${path} HTTP/2.0`),
  line('HTTP/3.0', ({ path }) => `GET ${path} HTTP/3.0`),
  line('http/1.1 in small letters', ({ path }) => `GET ${path} http/1.1`),
  line('another protocol', ({ path }) => `GET ${path} ICY/1.1`),
  line('HTTP/1.0, which ends with its answer', ({ path }) => `GET ${path} HTTP/1.0`, [200]),
  line('HTTP/1.0 that stays', ({ path }) => `GET ${path} HTTP/1.0\r\nConnection: keep-alive`, both),
  line('PROPFIND', ({ path }) => `PROPFIND ${path} HTTP/1.1`, [405, 200]),
  line('TRACE', ({ path }) => `TRACE ${path} HTTP/1.1`, [405, 200]),
  { ...line('HEAD', ({ path }) => `HEAD ${path} HTTP/1.1`, both), heads: [0] },
  whole('HTTP/2, from its first byte', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'),
  whole('a TLS hello', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'),
  whole('an answer for a request', () => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  whole('line feeds for line ends', ({ path, known }) => `GET ${path} HTTP/1.1\n${known.replaceAll('\r', '')}\n`),
  whole('returns for line ends', ({ path, known }) => `GET ${path} HTTP/1.1\r${known.replaceAll('\n', '')}\r`),
  whole('one line feed among line ends', ({ path, known }) => `GET ${path} HTTP/1.1\r\nX-A: b\n${known}\r\n`),
];

export const headerCases: readonly RawCase[] = [
  get('a return in a value', 'X-A: b\rc\r\n', refused),
  get('a NUL in a value', 'X-A: b\0c\r\n', refused),
  get('a NUL in a name', 'X\0A: b\r\n', refused),
  get('a backspace in a value', 'X-A: b\x08c\r\n', refused),
  get('a line without colon', 'X-A\r\n', refused),
  get('a line without name', ': b\r\n', refused),
  get('a name in two words', 'X A: b\r\n', refused),
  get('a name outside ASCII', 'X-\xe9: b\r\n', refused),
  get('a value outside ASCII', 'X-A: \xe9\r\n', both),
  get('a folded value', 'X-A: b\r\n c\r\n', refused),
  get('headers of more than 16 KiB', `X-A: ${'b'.repeat(17_000)}\r\n`, refused),
  get('150 headers', 'X-A: b\r\n'.repeat(150), both),
  get('600 headers', 'X-A: b\r\n'.repeat(600), alone),
  // Node leaves out what comes after its usual 1,000: a length there would be seen by some and not by others.
  {
    name: 'a length behind 1,100 headers',
    answers: alone,
    bytes: ({ path, known }) =>
      `POST ${path} HTTP/1.1\r\n${known}${'A: b\r\n'.repeat(1_100)}Content-Length: 5\r\n\r\nhello`,
  },
  {
    name: 'a second credential behind 1,100 headers',
    answers: alone,
    bytes: ({ path, known, credential }) =>
      `GET ${path} HTTP/1.1\r\n${known}${'A: b\r\n'.repeat(1_100)}${credential}\r\n`,
  },
  {
    name: 'the same credential twice',
    answers: alone,
    bytes: ({ path, known, credential }) => `GET ${path} HTTP/1.1\r\n${known}${credential}\r\n`,
  },
  get('two credentials', 'Authorization: Bearer x\r\n', alone),
  get('two types of content', 'Content-Type: a/b\r\nContent-Type: c/d\r\n', alone),
  get('two cookies', 'Cookie: a=b\r\nCookie: c=d\r\n', alone),
  get('a second host', 'Host: elsewhere\r\n', alone),
  get('the same host again', 'Host: gateway\r\n', alone),
  {
    name: 'no host',
    answers: alone,
    bytes: ({ path, credential }) => `GET ${path} HTTP/1.1\r\n${credential}\r\n`,
  },
  ...['a b', 'a/b', 'user@a', 'a,b', 'a?b', 'a#b', '\xe9'].map((host) => ({
    name: `${JSON.stringify(host)} for a host`,
    answers: alone,
    bytes: ({ path, credential }: { readonly path: string; readonly credential: string }) =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${credential}\r\n`,
  })),
  {
    name: 'another host than ours, which is nothing to us',
    answers: both,
    bytes: ({ path, credential }) => `GET ${path} HTTP/1.1\r\nHost: elsewhere.example:99\r\n${credential}\r\n`,
    hidden: ['host: elsewhere.example:99'],
  },
];
