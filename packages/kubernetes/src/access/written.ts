import type { ClusterAccess } from './access.ts';

/** An access as it is sealed by one module and told to another: flat, in the names of the API, a token as it is now. */
export interface WrittenAccess {
  readonly server: string;
  readonly certificate_authority?: string;
  readonly tls_server_name?: string;
  readonly token?: string;
  readonly client_certificate?: string;
  readonly client_key?: string;
}

export function writtenAccess(access: ClusterAccess): WrittenAccess {
  const { server, certificateAuthority, tlsServerName, token, clientCertificate } = access;
  return {
    server,
    ...(certificateAuthority !== undefined && { certificate_authority: certificateAuthority }),
    ...(tlsServerName !== undefined && { tls_server_name: tlsServerName }),
    ...(typeof token === 'string' && { token }),
    ...(clientCertificate !== undefined && {
      client_certificate: clientCertificate.certificate,
      client_key: clientCertificate.key,
    }),
  };
}

export function accessFromWritten(written: WrittenAccess): ClusterAccess {
  const { server, certificate_authority, tls_server_name, token, client_certificate, client_key } = written;
  return {
    server,
    ...(certificate_authority !== undefined && { certificateAuthority: certificate_authority }),
    ...(tls_server_name !== undefined && { tlsServerName: tls_server_name }),
    ...(token !== undefined && { token }),
    ...(client_certificate !== undefined &&
      client_key !== undefined && { clientCertificate: { certificate: client_certificate, key: client_key } }),
  };
}
