import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { webhooksPath } from '../../api/webhooks.ts';
import { Form } from '../../design/form.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { hostOf } from '../../design/webhook-words.ts';
import css from './create-page.module.css';
import { useLacks } from '../../scopes/scope-button.tsx';
import { DestinationField } from './destination-field.tsx';
import { bodyOf, type Draft, newDrafts, useDraft } from './draft.ts';
import { ReceiverHelp } from './receiver-help.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookFields } from './webhook-fields.tsx';

const create = async (draft: Draft) =>
  (await client.post(webhooksPath, { body: { format: draft.format, ...bodyOf(draft) } })).data;

type Created = Awaited<ReturnType<typeof create>>;

/**
 * Asks where people are first. The secret of a receiver is shown, once; whatever else was created offers a test. Its own
 * page then shows what is delivered.
 */
export function CreateWebhookPage() {
  const navigate = useNavigate();
  const lacks = useLacks('deploy');
  const draft = useDraft(newDrafts.slack);
  const [made, setMade] = useState<Created>();
  const change = useChange(create, { outdates: [webhooksPath], done: setMade });
  const see = ({ id }: Created) => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } });
  return (
    <Page title="Create a webhook" above={[{ label: 'Webhooks', link: { to: '/webhooks' } }]}>
      {lacks && (
        <Notice tone="unknown" title="You cannot create webhooks">
          <p>This requires the scope deploy. Ask an administrator of your tenant for a role that has it.</p>
        </Notice>
      )}
      <div className={css['sides']}>
        <Form
          verb="Create webhook"
          failed="The webhook was not created"
          error={change.error}
          busy={change.isPending}
          disabled={lacks}
          onSubmit={() => draft.isWhole() && change.mutate(draft.value)}
          onCancel={() => void navigate({ to: '/webhooks' })}
        >
          <DestinationField
            value={draft.value.format}
            onChange={(format) => {
              change.reset();
              draft.choose(format);
            }}
          />
          {/* Another field for each destination, so that nothing that was typed for one shows for another. */}
          <WebhookFields key={draft.value.format} draft={draft} error={change.error} />
        </Form>
        <ReceiverHelp format={draft.value.format} />
      </div>
      {made !== undefined && made.format === 'event' && (
        <ShownSecret
          title={`Signing secret for ${hostOf(made)}`}
          webhook={made}
          secret={made.signing_secret}
          onClose={() => see(made)}
        />
      )}
      {made !== undefined && made.format !== 'event' && <TestDialog webhook={made} onClose={() => see(made)} />}
    </Page>
  );
}
