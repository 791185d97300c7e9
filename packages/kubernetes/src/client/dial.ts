import { isIP } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { ClusterAccess } from '../access/access.ts';
import { ClusterUnreachable } from './errors.ts';
import type { ClusterClientOptions } from './options.ts';

/** Name, TCP and TLS within one limit, to a server that is who it should be and speaks HTTP/2. */
export function dial(access: ClusterAccess, options: ClusterClientOptions, signal: AbortSignal): Promise<TLSSocket> {
  const { hostname, port, host: shown } = new URL(access.server);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const why = options.whyNotHost?.(host);
  if (why !== undefined) return Promise.reject(addressRefused(shown, why));
  const limitMs = options.connectTimeoutMs ?? 3_000;

  return new Promise((resolve, reject) => {
    const socket = called(access, options, host, Number(port === '' ? 443 : port));
    const end = (error: Error | undefined) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (error === undefined) return resolve(socket);
      socket.destroy();
      return reject(error);
    };
    const abort = () => end(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    const timer = setTimeout(
      () =>
        end(
          new ClusterUnreachable(
            'timeout',
            `${shown} did not accept a connection within ${limitMs} ms. ${checkTheWay}`,
          ),
        ),
      limitMs,
    );
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', (error) => end(whyNotConnected(error, shown)));
    socket.once('close', () =>
      end(
        new ClusterUnreachable(
          'connection_lost',
          `${shown} closed the connection during the TLS handshake. ${checkTheWay}`,
        ),
      ),
    );
    socket.once('secureConnect', () => end(socket.alpnProtocol === 'h2' ? undefined : noHttp2(shown)));
  });
}

function called(access: ClusterAccess, { lookup }: ClusterClientOptions, host: string, port: number): TLSSocket {
  const expected = access.tlsServerName ?? host;
  try {
    return connect({
      host,
      port,
      // An address must not stand where the name of a server is asked for.
      servername: isIP(expected) === 0 ? expected : '',
      checkServerIdentity: (_, certificate) => checkServerIdentity(expected, certificate),
      ALPNProtocols: ['h2'],
      secureContext: contextOf(access),
      ...(lookup !== undefined && { lookup }),
    });
  } catch (error) {
    throw new ClusterUnreachable(
      'tls_failed',
      'The certificates of this cluster cannot be used. Next step: send new ones, as PEM',
      error,
    );
  }
}

/** Made once: a cluster that cannot be reached is called every second, and reading certificates is most of a call. */
const contexts = new WeakMap<ClusterAccess, SecureContext>();

function contextOf(access: ClusterAccess): SecureContext {
  const { certificateAuthority: ca, clientCertificate } = access;
  const context =
    contexts.get(access) ??
    createSecureContext({
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
      ...(clientCertificate !== undefined && { cert: clientCertificate.certificate, key: clientCertificate.key }),
    });
  contexts.set(access, context);
  return context;
}

const checkTheWay = 'Next step: check the address, and that no firewall blocks the connection';

function addressRefused(shown: string, why: string): ClusterUnreachable {
  return new ClusterUnreachable(
    'address_refused',
    `${shown} must not be connected to: ${why}. Next step: use a public address, or ask the operator to allow its network`,
  );
}

function noHttp2(shown: string): ClusterUnreachable {
  return new ClusterUnreachable(
    'protocol',
    `${shown} does not support HTTP/2, which every Kubernetes API server does. Next step: use the address of the API server itself, not of a proxy in front of it`,
  );
}

const noName = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA']);
const noWay = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
]);
const hungUp = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

function whyNotConnected(error: Error, shown: string): ClusterUnreachable {
  const code = codeOf(error);
  const told = (kind: ClusterUnreachable['code'], text: string) => new ClusterUnreachable(kind, text, error);
  if (code === 'EADDRREFUSED') return addressRefused(shown, error.message);
  if (noName.has(code))
    return told(
      'name_not_found',
      `The host name in ${shown} cannot be resolved (${code}). Next step: check its spelling`,
    );
  if (code === 'ETIMEDOUT') return told('timeout', `${shown} does not respond. ${checkTheWay}`);
  if (noWay.has(code))
    return told(
      'connection_refused',
      `The connection to ${shown} was refused (${code}). Next step: check the address and port, and that the API server is running`,
    );
  if (hungUp.has(code))
    return told('connection_lost', `${shown} closed the connection during the TLS handshake. ${checkTheWay}`);
  if (code.includes('NO_APPLICATION_PROTOCOL')) return noHttp2(shown);
  return told(
    'tls_failed',
    `The TLS certificate of ${shown} was not accepted: ${error.message}. Next step: send the certificate authority that signed it, and tls-server-name if it is issued for another name`,
  );
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
