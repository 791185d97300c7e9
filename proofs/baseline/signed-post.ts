import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Pool } from 'undici';
import { obey, sideGiven } from '../timed/webhook-cost/side.ts';

/** A signed POST and nothing around it: no queue, no database. */

const { targets, caFile } = sideGiven();
const atOnce = 1_024;
const bodyBytes = 1_024;
const secureContext = createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, 'utf8')] });
const senders = targets.map(({ url, secret }) => ({
  secret,
  path: new URL(url).pathname,
  pool: new Pool(new URL(url).origin, { connections: 16, pipelining: 1, allowH2: false, connect: { secureContext } }),
}));

async function post(index: number): Promise<void> {
  const sender = senders[index % senders.length];
  if (sender === undefined) throw new Error('there is nobody to send to');
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const body = JSON.stringify({ id }).padEnd(bodyBytes);
  const seconds = Math.floor(Date.now() / 1_000);
  const digest = createHmac('sha256', sender.secret).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'service-signature': `t=${seconds},v1=${digest}`,
    'service-event-id': id,
  };
  await new Promise<void>((resolve, reject) => {
    sender.pool.dispatch(
      { method: 'POST', path: sender.path, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

obey(async (order) => {
  if (order.order === 'stop') return;
  let next = 0;
  const lane = async () => {
    while (next < order.events) {
      next += 1;
      await post(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
});
