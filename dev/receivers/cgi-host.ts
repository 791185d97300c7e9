import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';

/**
 * A web server that does one thing: it runs a CGI program (RFC 3875) for each request. The example receiver in shell
 * needs one, and the machines that run our tests have none.
 *
 *   node cgi-host.ts PROGRAM, with PORT, and TLS_CERT and TLS_KEY for TLS
 */
const [program = ''] = process.argv.slice(2);
const { PORT = '8443', TLS_CERT, TLS_KEY } = process.env;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[`HTTP_${name.toUpperCase().replaceAll('-', '_')}`, String(value)] as const],
  );
  const env = {
    ...process.env,
    ...Object.fromEntries(headers),
    GATEWAY_INTERFACE: 'CGI/1.1',
    REQUEST_METHOD: request.method ?? '',
    CONTENT_LENGTH: request.headers['content-length'] ?? '',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
  };
  const child = spawn(program, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => request.resume());
  request.pipe(child.stdin);
  const [said] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  const end = said.indexOf('\r\n\r\n');
  const lines = said.subarray(0, end).toString().split('\r\n');
  const fields = new Map(lines.map((line) => line.split(': ', 2) as [string, string]));
  const status = Number.parseInt(end < 0 ? '500' : (fields.get('Status') ?? '200'), 10);
  response.writeHead(status, { 'content-type': fields.get('Content-Type') ?? 'text/plain' });
  response.end(end < 0 ? 'The program did not answer.' : said.subarray(end + 4));
}

const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
const server =
  TLS_CERT === undefined || TLS_KEY === undefined
    ? createServer(listener)
    : createTlsServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, listener);
server.listen(Number(PORT), () => console.error('listening on port', PORT));
