import { BlockList, isIP, isIPv6 } from 'node:net';
import { addressGroup } from '@wheelhouse/kit';

/** Where a request comes from: the nearest address that is not one of the operator's own proxies. */
export class CallerAddresses {
  readonly #proxies = new BlockList();
  readonly #onUntrusted: (peer: string) => void;

  /** Told, the first time in an hour, when somebody who is not trusted says for whom they ask: mostly a proxy that was forgotten. */
  constructor(trusted: readonly string[], onUntrusted: (peer: string) => void = () => undefined) {
    this.#onUntrusted = onceAnHour(onUntrusted);
    for (const cidr of trusted) {
      const [network = '', bits] = cidr.split('/');
      const family = isIPv6(network) ? 'ipv6' : 'ipv4';
      this.#proxies.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  of(remote: string | undefined, forwardedFor: string | undefined): string {
    const near = plain(remote ?? '');
    if (forwardedFor === undefined) return near;
    if (!this.#isProxy(near)) {
      this.#onUntrusted(near);
      return near;
    }
    const chain = forwardedFor.split(',').map((hop) => plain(hop.trim()));
    let address = near;
    while (chain.length > 0 && this.#isProxy(address)) {
      const next = chain.pop() ?? '';
      // What is no address was not written by a proxy of ours.
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }

  #isProxy(address: string): boolean {
    return this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

const hourMs = 3_600_000;

function onceAnHour(tell: (peer: string) => void): (peer: string) => void {
  let next = 0;
  return (peer) => {
    if (performance.now() < next) return;
    next = performance.now() + hourMs;
    tell(peer);
  };
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

const mostGroups = 10_000;
const groups = new Map<string, string>();

/** Addresses that count as one, remembered: the same few ask again and again. */
export function groupOf(address: string): string {
  if (!address.includes(':')) return address;
  const known = groups.get(address);
  if (known !== undefined) return known;
  if (groups.size >= mostGroups) groups.clear();
  const group = addressGroup(address);
  groups.set(address, group);
  return group;
}
