import { createServer } from 'node:http';

/** What stands behind both sides: two answers, as cheap as Node gives them. */
const small = Buffer.from(JSON.stringify({ id: '01a1deb3-59ea-703a-90f6-0d60bb90fc47', name: 'a small answer' }));
const large = Buffer.alloc(10 * 1024, 'x');
const head = (body: Buffer) => [
  'content-type',
  'application/json; charset=utf-8',
  'content-length',
  String(body.length),
];

const server = createServer((request, response) => {
  const body = request.url?.endsWith('large') === true ? large : small;
  response.writeHead(200, head(body));
  response.end(body);
});
server.keepAliveTimeout = 72_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
