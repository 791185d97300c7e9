import { randomBytes } from 'node:crypto';
import type { Certificates } from './certificates.ts';
import { type HostileCase, onConnecting } from './hostile-case.ts';
import { base64, configOf, tokenUser, type Way } from './kubeconfigs.ts';
import {
  apiListener,
  endless,
  type Listener,
  never,
  oldListener,
  plainListener,
  plausible,
  rawListener,
  rawTlsListener,
  redirects,
  says,
} from './listeners.ts';

/** Servers that lie, and those who must never hear of it. */
export interface HostileServers {
  readonly cases: readonly HostileCase[];
  /** At an address that is not allowed, and where redirects lead: nobody may call them at all. */
  readonly untouchable: readonly Listener[];
  /** Of the address that is not allowed. */
  readonly outsidePort: number;
  /** Called they may be, but they are not who they should be: they must not hear a credential. */
  readonly impostors: readonly Listener[];
  /** Those that may be called and told the credential: they are the servers that somebody named. */
  readonly named: readonly Listener[];
  /** What nobody but a named server may hear. */
  readonly token: string;
  readonly stop: () => Promise<void>;
}

export async function openHostileServers(certificates: Certificates, way: Way): Promise<HostileServers> {
  const { authority, stranger, good, foreign, elsewhere, expired } = certificates;
  const token = `bait-${randomBytes(12).toString('hex')}`;
  const outside = await rawListener('127.0.0.2');
  const outsideOfIPv6 = await rawListener('::1', undefined, outside.port).catch(() => undefined);
  const next = await apiListener(good, plausible);
  const untouchable = [outside, next, ...(outsideOfIPv6 === undefined ? [] : [outsideOfIPv6])];
  const [named, impostors]: [Listener[], Listener[]] = [[], []];
  const cases: HostileCase[] = [];

  const config = (port: number, ca = authority) => {
    const data = ca === '' ? {} : { 'certificate-authority-data': base64(ca) };
    return { kubeconfig: configOf({ server: `https://127.0.0.1:${port}`, ...data }, { token }) };
  };
  const add = async (name: string, opening: Promise<Listener>, codes: readonly string[], ca?: string) => {
    const listener = await opening;
    (codes[0] === 'tls_failed' ? impostors : named).push(listener);
    cases.push(onConnecting(`server: ${name}`, config(listener.port, ca), ...codes));
  };
  const redirecting = ['not_kubernetes', 'protocol'];
  for (const status of [301, 302, 303, 307, 308])
    await add(
      `redirects with ${status}`,
      apiListener(good, redirects(status, `https://127.0.0.1:${next.port}`)),
      redirecting,
    );
  await add(
    'redirects to an address outside',
    apiListener(good, redirects(307, `https://127.0.0.2:${outside.port}`)),
    redirecting,
  );
  await add(
    'redirects to plain http',
    apiListener(good, redirects(302, `http://127.0.0.2:${outside.port}`)),
    redirecting,
  );

  const tls = ['tls_failed'];
  await add('certificate of a stranger', apiListener(foreign, plausible), tls);
  await add('certificate of our authority, where another is trusted', apiListener(good, plausible), tls, stranger);
  await add('certificate that no system knows', apiListener(good, plausible), tls, '');
  await add('certificate that has expired', apiListener(expired, plausible), tls);
  await add('certificate for another name', apiListener(elsewhere, plausible), tls);
  await add('speaks no TLS', plainListener(), ['tls_failed', 'protocol']);
  await add('speaks no HTTP/2', oldListener(good), ['protocol', 'tls_failed']);

  const broken = ['protocol', 'connection_lost', 'not_kubernetes'];
  await add('never speaks', rawListener('127.0.0.1'), ['timeout', ...tls]);
  await add('speaks nonsense', rawListener('127.0.0.1', Buffer.from('SSH-2.0-nobody\r\n')), [
    ...tls,
    'protocol',
    'connection_lost',
  ]);
  await add('speaks nonsense inside TLS', rawTlsListener(good, Buffer.alloc(4_096, 'nonsense ')), broken);
  await add('never answers a request', apiListener(good, never), ['timeout']);
  await add('answers a page', apiListener(good, says(200, 'text/html', '<html>welcome</html>')), broken);
  await add('answers without an end', apiListener(good, endless), ['timeout', 'too_large', ...broken]);
  await add('knows nobody', apiListener(good, says(401, 'application/json', '{"kind":"Status","code":401}')), [
    'unauthorized',
  ]);
  await add('lets nobody in', apiListener(good, says(403, 'application/json', '{"kind":"Status","code":403}')), [
    'forbidden',
  ]);

  const real = { server: way.server, 'certificate-authority-data': base64(authority) };
  cases.push(
    onConnecting(
      'server: the real one, where another authority is trusted',
      { kubeconfig: configOf(real, tokenUser(way)) },
      ...tls,
    ),
    onConnecting(
      'server: the real one under another name',
      {
        kubeconfig: configOf(
          { server: way.server, 'certificate-authority-data': way.authority, 'tls-server-name': 'elsewhere.test' },
          tokenUser(way),
        ),
      },
      ...tls,
    ),
  );
  const all = [...untouchable, ...impostors, ...named];
  return {
    cases,
    untouchable,
    outsidePort: outside.port,
    impostors,
    named,
    token,
    stop: async () => void (await Promise.all(all.map((listener) => listener.stop()))),
  };
}
