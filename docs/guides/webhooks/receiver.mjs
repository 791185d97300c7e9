/**
 * A receiver of webhooks for Node 24, with nothing but Node. It believes only what is signed, keeps each event once in
 * a folder, and answers before any work is done.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=8443 TLS_CERT=cert.pem TLS_KEY=key.pem node receiver.mjs
 *
 * Without TLS_CERT it speaks plain HTTP, for a place behind a proxy that ends TLS.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';

const tolerance = 300;
const longestBody = 256 * 1_024;

/** Throws unless `body` (a Buffer, as it came) was signed with `secret` within five minutes of `now` (seconds). */
export function verify(body, header, secret, now = Date.now() / 1_000) {
  if (!secret) throw new Error('WEBHOOK_SECRET is not set.');
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value);
  if (times.length !== 1 || !/^\d{1,12}$/.test(times[0])) throw new Error('Service-Signature has no time.');
  const expected = createHmac('sha256', secret).update(`${times[0]}.`).update(body).digest();
  let matches = 0;
  for (const [name, value = ''] of parts) {
    // Two while the secret is being replaced.
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value)) continue;
    if (timingSafeEqual(Buffer.from(value, 'hex'), expected)) matches += 1;
  }
  if (matches === 0) throw new Error('No signature matches the body.');
  if (!(Math.abs(now - Number(times[0])) <= tolerance))
    throw new Error('The signature is too old, or from the future.');
}

/** The bytes as they came. Whatever parses JSON must come after the signature was checked. */
async function rawBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
  }
  return length <= longestBody ? Buffer.concat(chunks) : undefined;
}

/** Deliveries may repeat: the file's name is the event's id, and only the first can make it. */
async function keep(inbox, id, body) {
  if (!/^evt_[0-9a-f]{32}$/.test(id)) throw new Error(`not an event's id: ${id}`);
  const part = join(inbox, `.${randomUUID()}`);
  await writeFile(part, body, { flush: true });
  try {
    await link(part, join(inbox, `${id}.json`));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(part);
  }
}

/** Wheelhouse shows the answer beside the attempt, so say why. */
async function receive(request, { secret, inbox }) {
  if (request.method !== 'POST') return [405, 'Send events by POST.'];
  const body = await rawBody(request);
  if (body === undefined) return [413, 'No event is that long.'];
  try {
    verify(body, request.headers['service-signature'], secret);
  } catch (error) {
    return [400, error.message];
  }
  const { id, type } = JSON.parse(body.toString());
  const isNew = await keep(inbox, id, body);
  console.log(isNew ? 'new' : 'again', type, id);
  return [204, ''];
}

if (import.meta.main) {
  const { WEBHOOK_SECRET: secret, PORT = '8443', INBOX: inbox = 'inbox', TLS_CERT, TLS_KEY } = process.env;
  mkdirSync(inbox, { recursive: true });
  const listener = async (request, response) => {
    const [status, text] = await receive(request, { secret, inbox }).catch((error) => {
      console.error(error);
      return [500, 'The event could not be kept.'];
    });
    if (status !== 204) console.log('refused', status, text);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  };
  const server = TLS_CERT
    ? createTlsServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, listener)
    : createServer(listener);
  server.listen(Number(PORT), () => console.log('listening on port', PORT));
}
