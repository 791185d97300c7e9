import { ask, type Transport } from './request.ts';
import { sizes } from './sizes.ts';

/** Whom the cluster takes a credential for. */
export interface Identity {
  readonly username: string;
  readonly groups: readonly string[];
}

interface Review {
  readonly status?: {
    readonly userInfo?: { readonly username?: string; readonly groups?: readonly string[] };
  };
}

const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

export async function identityOf(transport: Transport, signal?: AbortSignal): Promise<Identity> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const { status } = await ask<Review>(transport, { method: 'POST', path, body, signal }, sizes.small);
  return { username: status?.userInfo?.username ?? '', groups: status?.userInfo?.groups ?? [] };
}
