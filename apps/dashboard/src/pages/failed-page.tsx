import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';

/** A page that could not be drawn. Others still can. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown">
      <ErrorNotice
        what="The page could not be shown"
        error={error instanceof Error ? error : new Error(String(error))}
        retry={reset}
      />
    </Page>
  );
}
