import { callersAudience, type ModuleContext, signAccessToken } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';

/** Whom an access token is for, and what they may do with it. */
interface Holder {
  readonly id: string;
  readonly kind: Parameters<typeof signAccessToken>[0]['kind'];
  readonly tenantId: string;
  readonly credentialId: string;
  readonly scopes: readonly string[];
  readonly purpose?: string;
  readonly clusterIds?: readonly string[] | undefined;
  readonly cloudspaceIds?: readonly string[] | undefined;
  /** Of the credential it was got with: the token ends with it at the latest. */
  readonly endsAt: Date;
  readonly rev: number;
}

export async function tokenOf(
  { clock, accessSecrets }: Pick<ModuleContext<AuthSettings>, 'clock' | 'accessSecrets'>,
  holder: Holder,
  longestSeconds: number,
): Promise<{ readonly token: string; readonly seconds: number }> {
  const { id, kind, tenantId, credentialId, scopes, purpose, clusterIds, cloudspaceIds, endsAt, rev } = holder;
  const left = Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000);
  const seconds = Math.min(longestSeconds, left);
  const token = await signAccessToken(
    {
      sub: id,
      kind,
      tenant: tenantId,
      cid: credentialId,
      scopes,
      ...(purpose === undefined ? {} : { purpose }),
      ...(clusterIds === undefined ? {} : { cluster_ids: clusterIds }),
      ...(cloudspaceIds === undefined ? {} : { cloudspace_ids: cloudspaceIds }),
      rev,
    },
    { secrets: accessSecrets, audience: callersAudience, seconds, clock },
  );
  return { token, seconds };
}
