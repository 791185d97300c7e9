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
import { bodyOf, type Draft, newDraft, useDraft } from './draft.ts';
import { ReceiverHelp } from './receiver-help.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookFields } from './webhook-fields.tsx';

const create = async (draft: Draft) => (await client.post(webhooksPath, { body: bodyOf(draft) })).data;

type Created = Awaited<ReturnType<typeof create>>;

/** Creates a webhook and shows its secret, once; its own page then shows what is delivered. */
export function CreateWebhookPage() {
  const navigate = useNavigate();
  const lacks = useLacks('deploy');
  const draft = useDraft(newDraft);
  const [made, setMade] = useState<Created>();
  const change = useChange(create, { outdates: [webhooksPath], done: setMade });
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
          <WebhookFields draft={draft} error={change.error} />
        </Form>
        <ReceiverHelp />
      </div>
      {made !== undefined && (
        <ShownSecret
          title={`Signing secret for ${hostOf(made)}`}
          webhook={made}
          secret={made.signing_secret}
          onClose={() => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: made.id } })}
        />
      )}
    </Page>
  );
}
