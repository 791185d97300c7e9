/**
 * A receiver of webhooks for Node 24, with @wheelhouse/sdk. It believes only what is signed, keeps each event once in
 * a folder, and answers before any work is done.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=8443 TLS_CERT=cert.pem TLS_KEY=key.pem node receiver-sdk.ts
 *
 * Without TLS_CERT it speaks plain HTTP, for a place behind a proxy that ends TLS.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { WebhookVerificationError, webhooks } from '@wheelhouse/sdk/webhooks';

const { WEBHOOK_SECRET: secret = '', PORT = '8443', INBOX = 'inbox', TLS_CERT, TLS_KEY } = process.env;
const longestBody = 256 * 1_024;

/** The bytes as they came. Whatever parses JSON must come after the signature was checked. */
async function rawBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= longestBody) chunks.push(chunk);
  }
  return length <= longestBody ? Buffer.concat(chunks) : undefined;
}

/** Deliveries may repeat: the file's name is the event's id, and only the first can make it. */
async function keep(id: string, body: Buffer): Promise<boolean> {
  if (!/^evt_[0-9a-f]{32}$/.test(id)) throw new Error(`not an event's id: ${id}`);
  const part = join(INBOX, `.${randomUUID()}`);
  await writeFile(part, body, { flush: true });
  try {
    await link(part, join(INBOX, `${id}.json`));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(part);
  }
}

async function receive(request: IncomingMessage): Promise<{ status: number; text: string }> {
  if (request.method !== 'POST') return { status: 405, text: 'Send events by POST.' };
  const body = await rawBody(request);
  if (body === undefined) return { status: 413, text: 'No event is that long.' };
  const event = webhooks.verify(body, request.headers['service-signature'], secret);
  const isNew = await keep(event.id, body);
  console.log(isNew ? 'new' : 'again', event.type, event.id);
  // `type` tells what is in `data`.
  if (isNew && event.type === 'action.pending') console.log('somebody has to decide:', event.data.url);
  return { status: 204, text: '' };
}

/** Wheelhouse shows the answer beside the attempt, so say why. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, text } = await receive(request).catch((error: unknown) => {
    if (error instanceof WebhookVerificationError) return { status: 400, text: error.message };
    console.error(error);
    return { status: 500, text: 'The event could not be kept.' };
  });
  if (status !== 204) console.log('refused', status, text);
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}

mkdirSync(INBOX, { recursive: true });
const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
const server =
  TLS_CERT === undefined || TLS_KEY === undefined
    ? createServer(listener)
    : createTlsServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, listener);
server.listen(Number(PORT), () => console.log('listening on port', PORT));
