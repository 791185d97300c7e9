import { isApiError } from '@wheelhouse/sdk';
import type { ComponentProps, ReactNode } from 'react';
import { Page } from '../design/page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { Loaded, type Loading } from './loaded.tsx';

interface LoadedPageProps<Data> {
  readonly of: Loading<Data>;
  /** "cluster": its title until its name is known. */
  readonly kind: string;
  readonly above?: ComponentProps<typeof Page>['above'];
  /** The whole page, once there is something to show. */
  readonly children: (data: Data) => ReactNode;
}

/** The page of one object: not found, waited for, not allowed or failed, or what `children` make of it. */
export function LoadedPage<Data>({ of, kind, above = [], children }: LoadedPageProps<Data>) {
  const { data, error } = of;
  // An address that names nothing is not well-formed (400) or not there (404).
  if (isApiError(error) && (error.status === 404 || error.code === 'invalid_request')) return <NotFoundPage />;
  if (data !== undefined) return children(data);
  return (
    <Page title={`${kind[0]?.toUpperCase()}${kind.slice(1)}`} above={above}>
      <Loaded of={of} what={`this ${kind}`}>
        {children}
      </Loaded>
    </Page>
  );
}
