import { alone, both, get, post, type RawCase, refused } from './raw-case.ts';

/** What is of the connection, of our own house, or of no use to a module, and must not pass. */

const long = 'y'.repeat(600_000);

export const connectionCases: readonly RawCase[] = [
  {
    ...get(
      'an upgrade to WebSocket',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
      [200],
    ),
    hidden: ['upgrade'],
  },
  {
    ...get(
      'an upgrade to HTTP/2',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
      [200],
    ),
    hidden: ['upgrade', 'http2-settings'],
  },
  {
    ...post(
      'an upgrade with a body',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n',
      'hello',
      [200],
    ),
    body: 'hello',
    hidden: ['upgrade'],
  },
  {
    ...post(
      'an upgrade with a request in its body',
      'Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n',
      ({ smuggled }) => `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
      [200],
    ),
    body: ({ smuggled }) => smuggled,
  },
  {
    name: 'CONNECT',
    answers: [405],
    bytes: ({ known, smuggled }) => `CONNECT elsewhere:443 HTTP/1.1\r\n${known}\r\n${smuggled}`,
  },
  {
    name: 'CONNECT with a length',
    answers: [405],
    bytes: ({ known, smuggled }) =>
      `CONNECT elsewhere:443 HTTP/1.1\r\n${known}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  },
  {
    ...get('a connection that names the credential', 'Connection: keep-alive, Authorization\r\n', both),
    shown: { authorization: undefined },
  },
  {
    ...get(
      'a connection that names what we add',
      'Connection: keep-alive, X-Request-Id, X-Forwarded-For, Traceparent\r\n',
      both,
    ),
    shown: { 'x-request-id': undefined, 'x-forwarded-for': undefined, traceparent: undefined },
  },
  {
    ...post(
      'a connection that names the length',
      'Connection: keep-alive, Content-Length\r\nContent-Length: 5\r\n',
      'hello',
      both,
    ),
    body: 'hello',
  },
  {
    ...post(
      'a connection that names the length of a long body',
      `Connection: keep-alive, Content-Length\r\nContent-Length: ${long.length}\r\n`,
      long,
      both,
    ),
    body: long,
  },
  {
    ...get('a connection that names a header', 'Connection: keep-alive, X-Mine\r\nX-Mine: 1\r\nX-Other: 2\r\n', both),
    hidden: ['x-mine'],
    shown: { 'x-other': '2' },
  },
  { ...get('a connection that names one header', 'Connection: X-Mine\r\nX-Mine: 1\r\n', both), hidden: ['x-mine'] },
  {
    ...get(
      'headers of the connection',
      'Keep-Alive: timeout=9999\r\nProxy-Connection: close\r\nTE: trailers\r\nTrailer: X-A\r\nProxy-Authorization: Basic x\r\n',
      [200],
    ),
    hidden: ['keep-alive', 'proxy-connection', 'te', 'trailer', 'proxy-authorization'],
  },
  get('a connection that closes', 'Connection: close\r\n', [200]),
  { ...post('a body that asks first', 'Expect: 100-continue\r\nContent-Length: 5\r\n', 'hello', both), body: 'hello' },
  post('too long a body that asks first', 'Expect: 100-continue\r\nContent-Length: 2000000\r\n', '', [413]),
  get('nothing that asks first', 'Expect: 100-continue\r\n', [200]),
  post('another expectation', 'Expect: a-miracle\r\nContent-Length: 5\r\n', 'hello', alone),
  get('two expectations', 'Expect: 100-continue\r\nExpect: a-miracle\r\n', refused),
  {
    name: 'GET with a body',
    answers: both,
    bytes: ({ path, known, smuggled }) =>
      `GET ${path} HTTP/1.1\r\n${known}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    body: ({ smuggled }) => smuggled,
  },
  {
    name: 'HEAD with a body',
    answers: both,
    heads: [0],
    bytes: ({ path, known, smuggled }) =>
      `HEAD ${path} HTTP/1.1\r\n${known}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    body: ({ smuggled }) => smuggled,
  },
  {
    name: 'five requests at once',
    answers: [200, 200, 200, 200, 200, 200],
    bytes: ({ path, known }) =>
      ['', '-2', '-3', '-4', '-5'].map((mark) => `GET ${path}${mark} HTTP/1.1\r\n${known}\r\n`).join(''),
  },
  {
    name: 'two requests at once, and then no request',
    answers: [200, 200, 400],
    bytes: ({ path, known }) =>
      `GET ${path} HTTP/1.1\r\n${known}\r\nPOST ${path}-2 HTTP/1.1\r\n${known}Content-Length: 2\r\n\r\n{}NO REQUEST\r\n\r\n`,
  },
  {
    name: 'a request, and CONNECT behind it',
    answers: [200, 405],
    bytes: ({ path, known }) => `GET ${path} HTTP/1.1\r\n${known}\r\nCONNECT elsewhere:443 HTTP/1.1\r\n${known}\r\n`,
  },
  {
    name: 'an upgrade, and a request behind it',
    answers: [200],
    bytes: ({ path, known, smuggled }) =>
      `GET ${path} HTTP/1.1\r\n${known}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n${smuggled}`,
  },
  {
    name: 'two requests at once, the second with bad chunks',
    answers: [200, 400],
    bytes: ({ path, known }) =>
      `GET ${path} HTTP/1.1\r\n${known}\r\nPOST ${path}-2 HTTP/1.1\r\n${known}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  },
];

export const houseCases: readonly RawCase[] = [
  {
    ...get(
      'an address that is not theirs',
      'X-Forwarded-For: 203.0.113.9\r\nX-Real-IP: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\nX-Forwarded-Host: elsewhere\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 1\r\n',
      both,
    ),
    hidden: [
      'x-forwarded-for: 203.0.113.9',
      'x-real-ip',
      'forwarded',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
    ],
  },
  {
    ...get(
      'cookies and where a page came from',
      'Cookie: a=b\r\nOrigin: http://elsewhere\r\nSec-Fetch-Site: none\r\n',
      both,
    ),
    hidden: ['cookie', 'origin', 'sec-fetch-site'],
  },
  {
    name: 'a session: the module is shown a token, not the cookie',
    answers: both,
    bytes: ({ path, session }) => `GET ${path} HTTP/1.1\r\nHost: gateway\r\nCookie: wh_session=${session}\r\n\r\n`,
    hidden: ['cookie'],
    shown: { authorization: undefined },
  },
  { ...get('a request id of one word', 'X-Request-Id: mine-12345\r\n', both), shown: { 'x-request-id': 'mine-12345' } },
  {
    ...get('a request id that is none', 'X-Request-Id: {"$ne": 1}\r\n', both),
    hidden: ['x-request-id: {"$ne": 1}'],
    shown: { 'x-request-id': undefined },
  },
];
