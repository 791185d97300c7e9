import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addressGuard, AddressRefused, checkCidrs, checkNames, guardedLookup } from '../src/net/address-guard.ts';

const guard = addressGuard([]);

describe('addresses that are not public are refused', () => {
  test.for([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'CGNAT'],
    ['100.100.100.200', 'CGNAT'],
    ['100.127.255.255', 'CGNAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'metadata'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'not a public'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64'],
    ['100::1', 'not a public'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%lo', 'not an IP address'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'not an IP address'],
    ['', 'not an IP address'],
  ])('%s: %s', ([address = '', why = '']) => {
    expect(guard.whyNot(address)).toContain(why);
  });
});

describe('public addresses are let through', () => {
  test.for([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('%s', (address) => {
    expect(guard.whyNot(address)).toBeUndefined();
  });
});

describe("the operator's own networks", () => {
  const own = addressGuard(['127.0.0.1/32', '10.1.0.0/16', 'fd12:3456::/32', '192.168.7.7']);

  test.for(['127.0.0.1', '10.1.255.255', 'fd12:3456::1', '192.168.7.7'])('%s is let through', (address) => {
    expect(own.whyNot(address)).toBeUndefined();
  });

  test.for(['127.0.0.2', '10.2.0.0', 'fd12:3457::1', '192.168.7.8', '::ffff:127.0.0.1', '::1'])(
    '%s is still refused',
    (address) => {
      expect(own.whyNot(address)).toBeDefined();
    },
  );

  test.for([
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    'office',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'fe80::1%lo',
  ])('%s is not taken for a network', (cidr) => {
    expect(() => checkCidrs([cidr])).toThrow(cidr);
  });
});

describe('hosts of addresses', () => {
  test('literals in every spelling are judged at once, names are not', () => {
    const host = (url: string) => guard.whyNotHost(new URL(url).hostname);
    for (const url of [
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://0177.0.0.1/',
      'http://[::1]/',
    ])
      expect(host(url)).toContain('loopback');
    expect(host('http://[::ffff:10.0.0.1]/')).toContain('IPv4-mapped');
    expect(host('https://login.example.com/')).toBeUndefined();
    expect(host('https://8.8.8.8/')).toBeUndefined();
  });
});

describe('connecting by name', () => {
  const attempt = (allowed: readonly string[]) =>
    new Promise<Error>((resolve) => {
      const socket = connect({ host: 'localhost', port: 1, lookup: guardedLookup(allowed) });
      socket.on('error', resolve);
    });

  test('a name that leads inside is not connected to', async () => {
    const error = await attempt([]);
    expect(error).toBeInstanceOf(AddressRefused);
    expect(error.message).toContain('loopback');
  });

  test('unless the operator allows it', async () => {
    const error = (await attempt(['127.0.0.0/8', '::1/128'])) as Error & { code?: string };
    expect(error).not.toBeInstanceOf(AddressRefused);
    expect(error.code ?? (error as AggregateError).errors.map(({ code }) => code)).toContain('ECONNREFUSED');
  });
});

describe("names of the operator's own", () => {
  /** What the guard makes of a name that resolves to itself, as a literal does. */
  const attempt = (name: string, address: string) =>
    new Promise<Error | string>((resolve) => {
      addressGuard([], [name]).lookup(address, {}, (error, found) =>
        resolve(error ?? (typeof found === 'string' ? found : '')),
      );
    });

  test.for(['10.1.2.3', '172.20.0.9', '192.168.1.1', 'fd00::1'])('may have %s', async (address) => {
    expect(await attempt(address, address)).toBe(address);
  });

  test.for(['127.0.0.1', '169.254.169.254', '100.64.0.1', '::1', 'fe80::1'])('may not have %s', async (address) => {
    expect(await attempt(address, address)).toBeInstanceOf(AddressRefused);
  });

  test('say nothing about another name', async () => {
    expect(await attempt('kubernetes.default.svc', '10.1.2.3')).toBeInstanceOf(AddressRefused);
  });

  test.for(['Kubernetes', '10.0.0.1', 'a b', '*.svc', 'kubernetes.', 'https://kubernetes'])(
    '%s is not taken for one',
    (name) => {
      expect(() => checkNames([name])).toThrow(name);
    },
  );
});
