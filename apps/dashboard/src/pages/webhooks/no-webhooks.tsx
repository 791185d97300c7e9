import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoWebhooks() {
  return (
    <Empty
      title="Your webhooks will appear here"
      command="wheelhouse webhooks create --slack https://hooks.slack.com/services/…"
      action={
        <ButtonLink to="/webhooks/new" look="primary">
          Create webhook
        </ButtonLink>
      }
    >
      <p>
        A webhook tells Slack, Microsoft Teams, PagerDuty or a server of your own what happens: incidents, actions that
        need approval, deployments. Create one here or in a terminal.
      </p>
    </Empty>
  );
}
