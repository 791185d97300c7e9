import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/**
 * Which addresses we connect to when somebody else names them: public ones, and private ones only where
 * the operator's setting says so. Asked at connect time, about the very address that is then connected
 * to, so that a name cannot resolve to one address for the check and to another for the connection.
 */
export interface AddressGuard {
  /** Why this address is not connected to; undefined when it may be. */
  readonly whyNot: (address: string) => string | undefined;
  /** For `lookup` of net, tls, http and https. Those do not ask it about literals: show `whyNotHost` the host first. */
  readonly lookup: LookupFunction;
  /** Of a URL's host: what is wrong with it when it is a literal; a name is judged once it is resolved. */
  readonly whyNotHost: (host: string) => string | undefined;
}

/** Asked for an address that is not one to connect to. */
export class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';
}

type Named = readonly (readonly [cidr: string, what: string])[];

/** IANA's special-purpose registry, and what clouds answer on besides. */
const closedIPv4: Named = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared (CGNAT)'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'a cloud metadata address'],
  ['169.254.0.0/16', 'link-local (cloud metadata)'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved for documentation'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'reserved for benchmarks'],
  ['198.51.100.0/24', 'reserved for documentation'],
  ['203.0.113.0/24', 'reserved for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** Words for what lies outside 2000::/3, where nothing is public, and what inside it is not. */
const closedIPv6: Named = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['2001::/23', 'reserved (Teredo and others)'],
  ['2001:db8::/32', 'reserved for documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'reserved for documentation'],
];
const publicIPv6 = listOf(['2000::/3']);

// A list each: held against a list of both kinds, an IPv4 address also matches what is said of mapped ones.
const closed = [closedIPv4, closedIPv6].map((named) => named.map(([cidr, what]) => [listOf([cidr]), what] as const));

const privateCidrs = [...closedIPv4, ...closedIPv6].filter(([, what]) => what === 'private').map(([cidr]) => cidr);

/** `privateNames` are host names of the operator's own: they may have private addresses, and no others that are closed. */
export function addressGuard(allowedCidrs: readonly string[], privateNames: readonly string[] = []): AddressGuard {
  const allowed = [listOf(allowedCidrs.filter(isOfIPv4)), listOf(allowedCidrs.filter((cidr) => !isOfIPv4(cidr)))];

  function whyNot(address: string): string | undefined {
    // With a zone it names an interface of ours, which is nobody's business.
    if (isIP(address) === 0 || address.includes('%')) return `${address} is not an IP address`;
    const [kind, family] = isIPv4(address) ? ([0, 'ipv4'] as const) : ([1, 'ipv6'] as const);
    if (allowed[kind]?.check(address, family) === true) return undefined;
    const what = closed[kind]?.find(([list]) => list.check(address, family))?.[1];
    if (what !== undefined) return `${address} is not a public address: it is ${what}`;
    return family === 'ipv6' && !publicIPv6.check(address, family) ? `${address} is not a public address` : undefined;
  }

  return {
    whyNot,
    whyNotHost: (host) => {
      const literal = host.replace(/^\[(.*)\]$/, '$1');
      return isIP(literal) === 0 ? undefined : whyNot(literal);
    },
    lookup: (hostname, options, answer) => {
      if (privateNames.includes(hostname.toLowerCase()))
        return addressGuard([...allowedCidrs, ...privateCidrs]).lookup(hostname, options, answer);
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return answer(error, '');
        // One bad address spoils the name: whoever mixes them wants us to try until we reach it.
        const reason = addresses.map(({ address }) => whyNot(address)).find((why) => why !== undefined);
        const [first] = addresses;
        if (reason !== undefined || first === undefined)
          return answer(new AddressRefused(`${hostname} cannot be used: ${reason ?? 'it has no address'}`), '');
        return options.all === true ? answer(null, [...addresses]) : answer(null, first.address, first.family);
      });
    },
  };
}

/** The guard's lookup alone, for a connection to a name. */
export function guardedLookup(allowedCidrs: readonly string[]): LookupFunction {
  return addressGuard(allowedCidrs).lookup;
}

/** For a setting that lists CIDRs: says which one is none. */
export function checkCidrs(cidrs: readonly string[]): void {
  listOf(cidrs);
}

/** For a setting that lists host names. */
export function checkNames(names: readonly string[]): void {
  const other = names.find((name) => isIP(name) !== 0 || !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/.test(name));
  if (other !== undefined)
    throw new Error(`contains "${other}", which is not a host name in small letters such as kubernetes.default.svc`);
}

function isOfIPv4(cidr: string): boolean {
  return isIPv4(cidr.split('/')[0] ?? '');
}

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix, ...more] = cidr.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix);
    const isWhole = prefix === undefined || /^\d{1,3}$/.test(prefix);
    if (version === 0 || address.includes('%') || !isWhole || bits > longest || more.length > 0)
      throw new Error(`contains "${cidr}", which is not a CIDR such as 10.0.0.0/8 or fd00::/8`);
    list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
