import type { ModuleContext } from '@wheelhouse/kit';
import { accessFromWritten, type ClusterAccess } from '@wheelhouse/kubernetes';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** As platform's internal route tells them. */
const credentials = Type.Object({
  server: Type.String(),
  certificate_authority: Type.Optional(Type.String()),
  tls_server_name: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  client_certificate: Type.Optional(Type.String()),
  client_key: Type.Optional(Type.String()),
});

/** Platform does not tell them. */
export class NoCredentials extends Error {
  override readonly name = 'NoCredentials';
}

/** Kept in memory only, and asked for anew with every new connection. Throws NoCredentials. */
export async function accessTo(
  call: ModuleContext['call'],
  tenantId: string,
  clusterId: string,
  signal: AbortSignal,
): Promise<ClusterAccess> {
  const path = `/internal/v1/clusters/${clusterId}/credentials`;
  const { status, body } = await call('platform', { path, tenantId, signal }).catch((error: unknown) => {
    throw notRead('platform did not answer', error);
  });
  if (status !== 200 || !Value.Check(credentials, body)) throw notRead(`platform returned ${status}`);
  return accessFromWritten(body);
}

function notRead(why: string, cause?: unknown): NoCredentials {
  const text = `its credentials could not be read: ${why}. Next step: check whether platform is healthy`;
  return new NoCredentials(text, { cause });
}
