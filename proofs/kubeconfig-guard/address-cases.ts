import { type HostileCase, onConnecting } from './hostile-case.ts';
import { base64, configOf } from './kubeconfigs.ts';

/** Names that the watched process resolves: what an attacker's own DNS would say. */
export const hosts = `127.0.0.1 localhost
127.0.0.1 honest.test
127.0.0.2 outside.test
127.0.0.1 mixed.test
127.0.0.2 mixed.test
::1 six.test
169.254.169.254 metadata.test
10.0.0.1 private.test
0.0.0.0 nowhere.test
`;

/** Every way to write an address outside the one network that is allowed, 127.0.0.1/32; most of them are 127.0.0.2. */
const spellings: Readonly<Record<string, string>> = {
  'loopback beside the allowed one': '127.0.0.2',
  'as one number': '2130706434',
  'as one hexadecimal number': '0x7f000002',
  'in octal': '0177.0.0.2',
  'partly in hexadecimal': '0x7f.0.0x0.2',
  'with parts left out': '127.2',
  'with a dot behind': '127.0.0.2.',
  'in wide digits': '１２７.０.０.２',
  'in circled digits': '①②⑦.⓪.⓪.②',
  'percent-encoded': '%31%32%37.0.0.2',
  'mapped into IPv6': '[::ffff:127.0.0.2]',
  'mapped into IPv6, in hexadecimal': '[::ffff:7f00:2]',
  'the allowed one mapped into IPv6': '[::ffff:127.0.0.1]',
  'embedded for NAT64': '[64:ff9b::7f00:2]',
  'embedded for 6to4': '[2002:7f00:2::]',
  'loopback of IPv6': '[::1]',
  'loopback of IPv6 in full': '[0:0:0:0:0:0:0:1]',
  'no address': '0.0.0.0',
  'no address of IPv6': '[::]',
  'link-local': '169.254.1.1',
  "a cloud's metadata": '169.254.169.254',
  "a cloud's metadata in IPv6": '[fd00:ec2::254]',
  'private, of ten': '10.0.0.1',
  'private, of 172': '172.16.0.1',
  'private, of 192': '192.168.0.1',
  shared: '100.64.0.1',
  'link-local of IPv6': '[fe80::1]',
  multicast: '224.0.0.1',
  broadcast: '255.255.255.255',
  'a name of it': 'outside.test',
  'a name of it in other letters': 'OutSide.TEST',
  'a name of it and of the allowed one': 'mixed.test',
  'a name of loopback of IPv6': 'six.test',
  "a name of a cloud's metadata": 'metadata.test',
  'a name of a private one': 'private.test',
  'a name of none': 'nowhere.test',
};

/** Somebody listens there; nobody may call. */
export function addressCases(authority: string, port: number, token: string): readonly HostileCase[] {
  const codes = ['address_refused', 'malformed'];
  const cluster = (host: string) => ({
    server: `https://${host}:${port}`,
    'certificate-authority-data': base64(authority),
    'tls-server-name': 'localhost',
  });
  return Object.entries(spellings).flatMap(([name, host], index) => {
    const given = { server: `https://${host}:${port}`, certificate_authority: authority, token };
    return [
      onConnecting(`address: ${name}`, { kubeconfig: configOf(cluster(host), { token }) }, ...codes),
      // Without a kubeconfig it is another way to the same guard.
      ...(index % 6 === 0 ? [onConnecting(`address, with a token: ${name}`, given, ...codes)] : []),
    ];
  });
}
