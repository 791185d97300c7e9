import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { codeOf, type Found, notPublic, resolveName, type ResolveOptions } from './resolve.ts';
import { SendFailed } from './send-failed.ts';

/** A connection on its way: how far it has come, and how long each step took. */
export interface Dial {
  phase: keyof typeof phaseWords;
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
}

export interface Host {
  /** Without brackets where it is an IPv6 literal. */
  readonly name: string;
  readonly port: number;
}

export interface DialOptions extends ResolveOptions {
  readonly secureContext: SecureContext;
  /** From the first question to the open connection. */
  readonly limitMs: number;
}

/** What is waited for, for an attempt that took too long. */
export const phaseWords = {
  resolving: 'its name servers did not respond',
  connecting: 'the connection could not be established',
  securing: 'the TLS handshake did not complete',
  open: 'there was no response',
} as const;

/** Addresses are tried one after another, the next after this long. */
const nextAddressMs = 1_000;

const tlsWords: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate came without the intermediate certificate, or is signed by an unknown authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not use TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not use TLS on this port',
  ECONNRESET: 'it closed the connection during the handshake',
  EPIPE: 'it closed the connection during the handshake',
};

/** Opens a connection to a host and nobody else; fails with `SendFailed`. */
export function dial(host: Host, options: DialOptions, progress: Dial): Promise<TLSSocket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.limitMs);
  return open(host, options, progress, limit.signal).finally(() => clearTimeout(timer));
}

async function open(host: Host, options: DialOptions, progress: Dial, cancelled: AbortSignal): Promise<TLSSocket> {
  const began = performance.now();
  const isLiteral = isIP(host.name) !== 0;
  const addresses = isLiteral ? judgedLiteral(host.name, options) : await resolved(host.name, options, cancelled);
  if (!isLiteral) progress.dnsMs = performance.now() - began;
  if (cancelled.aborted) throw new SendFailed('timed_out', phaseWords.resolving);
  progress.phase = 'connecting';
  const connecting = performance.now();
  const target = {
    host: host.name,
    port: host.port,
    noDelay: true,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
  };
  const plain = await ready(connectTcp(target), 'connect', progress, cancelled);
  progress.connectMs = performance.now() - connecting;
  // Again, of the very connection: whatever went wrong before, nothing is told to whom we do not connect to.
  if (options.guard.whyNot(plain.remoteAddress ?? '') !== undefined) {
    plain.destroy();
    throw new SendFailed('address_refused', notPublic);
  }
  progress.phase = 'securing';
  const securing = performance.now();
  const secured = connectTls({
    socket: plain,
    host: host.name,
    ...(isLiteral ? {} : { servername: host.name.replace(/\.$/, '') }),
    secureContext: options.secureContext,
    ALPNProtocols: ['http/1.1'],
  });
  await ready(secured, 'secureConnect', progress, cancelled);
  progress.tlsMs = performance.now() - securing;
  progress.phase = 'open';
  return secured;
}

function judgedLiteral(address: string, { guard }: DialOptions): readonly Found[] {
  const reason = guard.whyNot(address);
  if (reason !== undefined) throw new SendFailed('address_refused', reason);
  return [];
}

async function resolved(name: string, options: DialOptions, cancelled: AbortSignal): Promise<readonly Found[]> {
  return resolveName(name, options, cancelled).catch((error: unknown) => {
    throw cancelled.aborted ? new SendFailed('timed_out', phaseWords.resolving) : error;
  });
}

/** The addresses that were judged, and no others: the name is not asked for a second time. */
function answering(found: readonly Found[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = found;
    if (first === undefined) answer(new SendFailed('dns_failed', null), '');
    else if (all === true) answer(null, [...found]);
    else answer(null, first.address, first.family);
  };
}

/** The socket once this has happened to it; else it is destroyed, and the reason told. */
function ready<S extends Socket>(socket: S, event: string, progress: Dial, cancelled: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      cancelled.removeEventListener('abort', late);
      socket.off(event, happened).off('error', failed).off('close', closed);
    };
    const fail = (error: SendFailed): void => {
      settle();
      socket.destroy();
      reject(error);
    };
    const happened = (): void => {
      settle();
      resolve(socket);
    };
    const late = (): void => fail(new SendFailed('timed_out', phaseWords[progress.phase]));
    const failed = (error: Error): void => fail(failureOf(error, progress));
    const closed = (): void => fail(failureOf(undefined, progress));
    cancelled.addEventListener('abort', late, { once: true });
    socket.once(event, happened).once('error', failed).once('close', closed);
    // For good: between two hands nobody else listens.
    socket.on('error', () => undefined);
  });
}

function failureOf(error: Error | undefined, { phase }: Dial): SendFailed {
  const code = error === undefined ? 'ECONNRESET' : codeOf(error);
  if (phase === 'securing') return new SendFailed('tls_failed', tlsWords[code] ?? code);
  if (code === 'ECONNREFUSED') return new SendFailed('connection_refused', null);
  return new SendFailed('connection_failed', code === 'ETIMEDOUT' ? phaseWords.connecting : code);
}
