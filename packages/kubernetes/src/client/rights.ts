import { ask, type Transport } from './request.ts';
import { sizes } from './sizes.ts';

/** What one may or may not do in a cluster; without a namespace, in all of them. */
export interface Right {
  readonly verb: string;
  /** '' and absent are the core group. */
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

interface Review {
  readonly status?: { readonly allowed?: boolean };
}

const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

/** Whether the server would allow each, asked of the server itself. */
export function rightsOf(
  transport: Transport,
  rights: readonly Right[],
  signal?: AbortSignal,
): Promise<readonly boolean[]> {
  return Promise.all(
    rights.map(async (resourceAttributes) => {
      const body = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes },
      };
      const { status } = await ask<Review>(transport, { method: 'POST', path, body, signal }, sizes.small);
      return status?.allowed === true;
    }),
  );
}
