import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoWebhooks({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No webhook fits this filter">
        <p>Take the filter away to see more.</p>
      </Empty>
    );
  return (
    <Empty
      title="Your webhooks will be here"
      command="npx wheelhouse webhooks create https://hooks.example.com/wheelhouse --events action.pending"
      action={
        <ButtonLink to="/webhooks/new" look="primary">
          Create webhook
        </ButtonLink>
      }
    >
      <p>
        A webhook tells your program what happens: a signed POST for each event, tried again for 24 hours until it is
        answered. Create one here, or in a terminal.
      </p>
    </Empty>
  );
}
