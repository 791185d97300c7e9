import { ButtonLink } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Page } from '../design/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Empty title="Nothing is at this address" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
        <p>It may have been deleted, belong to another tenant, or the address may be incomplete.</p>
      </Empty>
    </Page>
  );
}
