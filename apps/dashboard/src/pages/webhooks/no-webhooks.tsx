import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoWebhooks() {
  return (
    <Empty
      title="Your webhooks will appear here"
      command="wheelhouse webhooks create https://hooks.example.com/wheelhouse --events action.pending"
      action={
        <ButtonLink to="/webhooks/new" look="primary">
          Create webhook
        </ButtonLink>
      }
    >
      <p>
        A webhook tells your program what happens: a signed POST for each event, retried for 24 hours until your program
        answers. Create one here or in a terminal.
      </p>
    </Empty>
  );
}
