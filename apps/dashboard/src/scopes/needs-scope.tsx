import { isApiError, type Scope } from '@wheelhouse/sdk';
import { Notice } from '../design/notice.tsx';

export const lacksScope = (error: Error | null) => isApiError(error, 'insufficient_scope');

/** Lacking a scope is no fault of the page: it says whom to ask. */
export function NeedsScope({ what, scope = 'admin' }: { readonly what: string; readonly scope?: Scope }) {
  return (
    <Notice tone="unknown" title={`You don’t have access to ${what}.`}>
      <p>
        Your role does not have the scope <code>{scope}</code>. Ask an administrator of your tenant for a role that has
        it.
      </p>
    </Notice>
  );
}
