import { systemClock } from '@wheelhouse/kit';
import { type Authority, makeAuthority } from '../../services/webhooks/test/authority.ts';
import { type NameServer, startNameServer } from '../../services/webhooks/test/name-server.ts';
import { type Receiver, startReceiver } from '../../services/webhooks/test/receiver.ts';
import type { Attempt } from '../../services/webhooks/src/wire/attempt.ts';
import { Sender } from '../../services/webhooks/src/wire/send.ts';
import { openIPv4, openIPv6 } from './addresses.ts';
import type { Records } from './cases.ts';
import { port } from './counter.ts';

/** What stands inside the namespace: a receiver at every address, and a name server that says what a trap wants. */
export interface Stage {
  readonly authority: Authority;
  readonly receiver: Receiver;
  /** From now on this name has these records: the first until it was asked for, then the next. */
  readonly lead: (url: string, records: readonly [Records, ...Records[]]) => void;
  readonly sender: (allowedPrivateCidrs: readonly string[]) => Sender;
  readonly close: () => Promise<void>;
}

interface Led {
  readonly records: readonly [Records, ...Records[]];
  asked: number;
}

export async function setStage(): Promise<Stage> {
  const authority = await makeAuthority();
  const addresses = [...openIPv4, ...openIPv6].map((address) => `IP:${address}`);
  const pem = await authority.certificate(['DNS:*.ssrf.test', ...addresses].join(','));
  const receiver = await startReceiver(
    pem,
    (response, { url = '' }) => {
      const { searchParams } = new URL(url, 'https://receiver');
      const [status, location] = [searchParams.get('status'), searchParams.get('to')];
      response.setHeader('connection', 'close');
      if (status === null || location === null) response.end();
      else response.writeHead(Number(status), { location }).end();
    },
    '::',
    port,
  );
  const led = new Map<string, Led>();
  const names = await startNames(led);
  const senders: Sender[] = [];
  return {
    authority,
    receiver,
    lead: (url, records) => led.set(nameIn(url), { records, asked: 0 }),
    sender: (allowedPrivateCidrs) => {
      const sender = new Sender({
        allowedPrivateCidrs,
        extraCa: authority.ca,
        clock: systemClock,
        dnsServers: [names.address],
      });
      senders.push(sender);
      return sender;
    },
    close: async () => {
      await Promise.all(senders.map((sender) => sender.close()));
      await Promise.all([receiver.close(), names.close(), authority.remove()]);
    },
  };
}

/** A change comes with the question for IPv4: whoever asks twice before they connect gets two answers. */
function startNames(led: ReadonlyMap<string, Led>): Promise<NameServer> {
  return startNameServer((name, family) => {
    const found = led.get(name);
    if (found === undefined) return 'unknown';
    const at = family === 4 ? found.asked : Math.max(0, found.asked - 1);
    if (family === 4) found.asked += 1;
    const records = found.records[Math.min(at, found.records.length - 1)] ?? found.records[0];
    return family === 4 ? records.four : records.six;
  });
}

function nameIn(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.$/, '');
}

let sent = 0;

/** To a subscription of its own each time. */
export function deliver(sender: Sender, url: string): Promise<Attempt> {
  sent += 1;
  const id = `evt_${sent}`;
  return sender.send(
    { subscriptionId: String(sent), url, secrets: ['whsec_of_the_proof'] },
    { deliveryId: String(sent), eventId: id, eventType: 'app.deployed', body: `{"id":"${id}"}`, attempt: 1 },
  );
}

/** So many at a time: in all of them together nobody waits for a name. */
export async function inTurn<In, Out>(all: readonly In[], each: (one: In) => Promise<Out>): Promise<readonly Out[]> {
  const out: Out[] = [];
  for (let at = 0; at < all.length; at += 20) out.push(...(await Promise.all(all.slice(at, at + 20).map(each))));
  return out;
}
