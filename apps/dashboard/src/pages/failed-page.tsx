import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';

/** A page that could not be drawn. Others still can. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Could not show this page">
      <ErrorNotice
        what="Could not show the page"
        error={error instanceof Error ? error : new Error(String(error))}
        retry={reset}
      />
    </Page>
  );
}
