import { atOnce, type HostileCase } from './hostile-case.ts';
import { clusterOf, configOf, tokenUser, type Way } from './kubeconfigs.ts';
import type { Traps } from './traps.ts';

/** The same tricks without a kubeconfig: as server, authority and token. */
export function formCases(way: Way, { file, program }: Traps, outside: string): readonly HostileCase[] {
  const certificate_authority = Buffer.from(way.authority, 'base64').toString();
  const good = { server: way.server, certificate_authority, token: way.token };
  const { host } = new URL(way.server);
  const refused = (name: string, more: object, ...codes: string[]) =>
    atOnce(`form: ${name}`, { ...good, ...more }, ...codes);
  const kubeconfig = configOf(clusterOf(way), tokenUser(way));
  return [
    refused('plain http', { server: `http://${host}` }, 'not_https'),
    refused('a user in the server', { server: `https://admin:admin@${host}` }, 'userinfo'),
    refused('a server behind another', { server: `https://${host}@${outside}` }, 'userinfo'),
    refused('a server behind a backslash', { server: `https://${outside}\\@${host}` }, 'malformed', 'userinfo'),
    refused('a server with a line break', { server: `https://${host}\r\n@${outside}` }, 'malformed', 'userinfo'),
    refused('a path as the authority', { certificate_authority: file }, 'malformed'),
    refused(
      'a key as the authority',
      { certificate_authority: Buffer.from(way.key, 'base64').toString() },
      'malformed',
    ),
    refused('a header behind the token', { token: `x\r\nImpersonate-User: system:admin` }, 'malformed'),
    refused('a token that is a path', { token: undefined, tokenFile: file }, 'unknown_field', 'required'),
    refused('a program', { exec: { command: program } }, 'unknown_field'),
    refused('TLS that is not verified', { insecure_skip_tls_verify: true }, 'unknown_field'),
    refused('a proxy', { proxy_url: `http://${outside}` }, 'unknown_field'),
    // As a change it would send the credential that is there already to somebody else.
    refused('another server without a credential', { server: `https://${outside}`, token: undefined }, 'required'),
    refused('a kubeconfig beside it', { kubeconfig }, 'not_with_kubeconfig'),
  ];
}
