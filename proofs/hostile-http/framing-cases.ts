import { both, post, type RawCase, refused } from './raw-case.ts';

/** Where a body ends, and the next request begins: what two readers could see in two places. */

const chunked = 'Transfer-Encoding: chunked\r\n';
const hello = '5\r\nhello\r\n0\r\n\r\n';
const smuggling: RawCase['bytes'] = ({ smuggled }) => `0\r\n\r\n${smuggled}`;

export const lengthCases: readonly RawCase[] = [
  { ...post('an honest length', 'Content-Length: 5\r\n', 'hello', both), body: 'hello' },
  { ...post('an honest length with spaces around it', 'Content-Length:  5 \r\n', 'hello', both), body: 'hello' },
  post('length 0', 'Content-Length: 0\r\n', '', both),
  post('two lengths that differ', 'Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!', refused),
  post('two lengths alike', 'Content-Length: 5\r\nContent-Length: 5\r\n', 'hello', refused),
  post('a list of lengths', 'Content-Length: 5, 5\r\n', 'hello', refused),
  post('a length with a plus', 'Content-Length: +5\r\n', 'hello', refused),
  post('a negative length', 'Content-Length: -5\r\n', 'hello', refused),
  post('a hexadecimal length', 'Content-Length: 0x5\r\n', 'hello', refused),
  post('a length in two words', 'Content-Length: 5 5\r\n', 'hello', refused),
  post('a length with a fraction', 'Content-Length: 5.0\r\n', 'hello', refused),
  post('an empty length', 'Content-Length:\r\n', '', refused),
  post('a length no integer holds', 'Content-Length: 99999999999999999999\r\n', 'hello', refused),
  post('a length of 2^64 + 5', 'Content-Length: 18446744073709551621\r\n', 'hello', refused),
  post('a folded length', 'Content-Length:\r\n 5\r\n', 'hello', refused),
  post('a length with a vertical tab', 'Content-Length: \x0b5\r\n', 'hello', refused),
  // The honest request behind it is the end of its body, and nothing else.
  {
    ...post('a length that takes in what follows', '', '', [200]),
    bytes: ({ path, known, after }) =>
      `POST ${path} HTTP/1.1\r\n${known}Content-Length: ${5 + after.length}\r\n\r\nhello`,
    body: ({ after }) => `hello${after}`,
  },
  { ...post('a length beyond the end', 'Content-Length: 5000\r\n', 'hello', refused), unfinished: true },
  { ...post('a length before the end', 'Content-Length: 5\r\n', 'hello, world', [200, 400]), body: 'hello' },
  {
    ...post('a length before a second request in the body', 'Content-Length: 5\r\n', 'hello\0', [200, 400]),
    body: 'hello',
  },
  post('a length beyond the limit', 'Content-Length: 2000000\r\n', 'hello', [413]),
];

export const encodingCases: readonly RawCase[] = [
  { ...post('honest chunks', chunked, hello, both), body: 'hello' },
  { ...post('honest chunks, shouted', 'TRANSFER-ENCODING: CHUNKED\r\n', hello, both), body: 'hello' },
  post('a length, then chunks', `Content-Length: 5\r\n${chunked}`, smuggling, refused),
  post('chunks, then a length', `${chunked}Content-Length: 5\r\n`, smuggling, refused),
  post('chunks and length 0', `${chunked}Content-Length: 0\r\n`, smuggling, refused),
  post('chunks that are then nothing', 'Transfer-Encoding: chunked, identity\r\n', smuggling, refused),
  post('nothing that is then chunks', 'Transfer-Encoding: identity, chunked\r\n', smuggling, refused),
  post('chunks twice', 'Transfer-Encoding: chunked, chunked\r\n', smuggling, refused),
  post('chunks in two headers', chunked + chunked, smuggling, refused),
  post('compressed chunks', 'Transfer-Encoding: gzip, chunked\r\n', smuggling, refused),
  post('an encoding nobody knows', 'Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n', smuggling, refused),
  post('an encoding nobody knows, alone', 'Transfer-Encoding: xchunked\r\n', smuggling, refused),
  post('no encoding, by name', 'Transfer-Encoding: identity\r\nContent-Length: 5\r\n', 'hello', refused),
  post('an empty encoding', 'Transfer-Encoding:\r\nContent-Length: 5\r\n', 'hello', refused),
  post('chunks in quotes', 'Transfer-Encoding: "chunked"\r\nContent-Length: 5\r\n', smuggling, refused),
  post('chunks and a comma', 'Transfer-Encoding: chunked,\r\n', smuggling, refused),
  post('chunks with a parameter', 'Transfer-Encoding: chunked;q=1\r\n', smuggling, refused),
  post('chunks behind a vertical tab', 'Transfer-Encoding: \x0bchunked\r\n', smuggling, refused),
  post('chunks behind a NUL', 'Transfer-Encoding: \0chunked\r\nContent-Length: 5\r\n', smuggling, refused),
  post('a space before the colon', 'Transfer-Encoding : chunked\r\nContent-Length: 5\r\n', smuggling, refused),
  post('a tab before the colon', 'Transfer-Encoding\t: chunked\r\nContent-Length: 5\r\n', smuggling, refused),
  post('a folded encoding', 'Transfer-Encoding:\r\n chunked\r\n', smuggling, refused),
  post(
    'an encoding in a folded line',
    'X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
    hello,
    refused,
  ),
  {
    ...post('an underscore for the dash', 'Transfer_Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n', both),
    body: '0\r\n\r\n',
  },
  {
    name: 'chunks in HTTP/1.0',
    answers: refused,
    bytes: ({ path, known }) => `POST ${path} HTTP/1.0\r\n${known}Connection: keep-alive\r\n${chunked}\r\n${hello}`,
  },
];

const chunks = (name: string, body: string | RawCase['bytes'], answers: readonly number[] = refused): RawCase =>
  post(name, chunked, body, answers);

export const chunkCases: readonly RawCase[] = [
  { ...chunks('a chunk with leading zeros', '0000000005\r\nhello\r\n0\r\n\r\n', both), body: 'hello' },
  { ...chunks('a chunk with a small extension', '5;a=b\r\nhello\r\n0\r\n\r\n', both), body: 'hello' },
  chunks('a chunk with a huge extension', `5;${'a'.repeat(100_000)}\r\nhello\r\n0\r\n\r\n`),
  chunks('an extension with a bare line feed', '5;a\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size of 0x5', '0x5\r\nhello\r\n0\r\n\r\n'),
  chunks('a negative chunk size', '-5\r\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size with a plus', '+5\r\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size no integer holds', '10000000000000005\r\nhello\r\n0\r\n\r\n'),
  { ...chunks('a chunk larger than everything', '7fffffffffffffff\r\nhello'), unfinished: true },
  chunks('a chunk size with a space before', ' 5\r\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size with a space behind', '5 \r\nhello\r\n0\r\n\r\n'),
  chunks('no chunk size', '\r\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size in words', 'five\r\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size ended by a bare line feed', '5\nhello\r\n0\r\n\r\n'),
  chunks('a chunk size ended by a bare return', '5\rhello\r\n0\r\n\r\n'),
  chunks('a chunk without its line end', '5\r\nhello0\r\n\r\n'),
  chunks('a chunk ended by a bare line feed', '5\r\nhello\n0\r\n\r\n'),
  chunks('more than the chunk', '5\r\nhello, world\r\n0\r\n\r\n'),
  chunks('chunks that never end', '5\r\nhello\r\n'),
  chunks('a last chunk ended by bare line feeds', '5\r\nhello\r\n0\n\n'),
  chunks('a trailer that is no header', '0\r\nno colon\r\n\r\n'),
  chunks('trailers without end', `0\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n`),
  {
    ...chunks(
      'trailers that would be headers',
      '5\r\nhello\r\n0\r\nAuthorization: Bearer x\r\nHost: elsewhere\r\nX-Trailed: yes\r\n\r\n',
      both,
    ),
    body: 'hello',
    hidden: ['x-trailed', 'authorization: Bearer x', 'host: elsewhere'],
  },
  chunks('a length for a trailer', '5\r\nhello\r\n0\r\nContent-Length: 900\r\n\r\n'),
  chunks('an encoding for a trailer', '5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n'),
];
