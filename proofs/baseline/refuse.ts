import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';

/**
 * Refuses a client with the same words as auth, as plainly as it can be done: Node's own server, the form
 * parsed, one prepared SELECT by SHA-256. A program of its own, so that its CPU can be told apart.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20, idleTimeoutMillis: 0 });
const text = 'SELECT tenant_id, id FROM auth.secret_hashes WHERE hash = $1 AND kind = $2';
const message = 'The client id and secret do not match an active service account.';

createServer((request, response) => void refuse(request, response)).listen(Number(process.env['PORT']), '127.0.0.1');

async function refuse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const hash = createHash('sha256')
    .update(form.get('client_secret') ?? '')
    .digest();
  const { rows } = await pool.query({ name: 'find', text, values: [hash, 'service'] });
  const id = randomUUID();
  const body = JSON.stringify({ error: { code: 'invalid_client', message, request_id: id } });
  response.writeHead(rows.length === 0 ? 401 : 500, {
    'x-request-id': id,
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'www-authenticate': 'Basic realm="wheelhouse", charset="UTF-8"',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
