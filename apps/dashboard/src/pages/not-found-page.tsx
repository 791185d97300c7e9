import { ButtonLink } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Page } from '../design/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="There is nothing here">
      <Empty title="This address leads nowhere" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
        <p>What was here is gone, belongs to another tenant, or the address was copied in part.</p>
      </Empty>
    </Page>
  );
}
