import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { eventTypesQuery, type Webhook, webhookPath } from '../../api/webhooks.ts';
import { Button } from '../../design/button.tsx';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { Status } from '../../design/status.tsx';
import { whereOf } from '../../design/webhook-words.ts';
import { AttemptAnswer } from './attempt-answer.tsx';
import { AttemptTimings } from './attempt-timings.tsx';
import css from './dialogs.module.css';
import type { Draft } from './draft.ts';
import { SentText } from './sent-text.tsx';

type EventName = NonNullable<Draft['events']>[number];

const message = 'Sends an example message that says that it is a test.';
const whatIsSent = {
  event: 'Sends an example event, signed like any other and marked with the header Service-Test: true.',
  slack: message,
  teams: message,
  pagerduty:
    'Opens an example alert of severity info that says that it is a test. Resolve it in PagerDuty, or send a test of incident.resolved.',
} as const;

interface TestDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const test = async (id: string, type: EventName | undefined) =>
  (await client.post(`${webhookPath}/test`, { params: { id }, body: type === undefined ? {} : { type }, retries: 0 }))
    .data;

type Answer = Awaited<ReturnType<typeof test>>;

/** Sends the example of one event, once, and shows the answer here. */
export function TestDialog({ webhook, onClose }: TestDialogProps) {
  const { id, events } = webhook;
  const { data } = useQuery(eventTypesQuery);
  const all = data?.data.map(({ type }) => type) ?? [];
  const subscribed = all.filter((type) => events.some((name) => name === '*' || name === type));
  const [chosen, setChosen] = useState<EventName>();
  const type = chosen ?? subscribed[0];
  const change = useChange(() => test(id, type));
  return (
    <Dialog title={`Send a test to ${whereOf(webhook)}`} open onClose={onClose}>
      <Form
        verb="Send test"
        failed="No test was sent"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        more={
          <Button look="quiet" onClick={onClose}>
            {change.data === undefined ? 'Cancel' : 'Close'}
          </Button>
        }
      >
        <p>
          {whatIsSent[webhook.format]} It is sent once, even while the webhook is paused, and does not affect its state
          or statistics.
        </p>
        <SelectField
          label="Event"
          choices={subscribed.map((value) => ({ value, label: value }))}
          value={type ?? ''}
          onChange={(event) => setChosen(all.find((name) => name === event.target.value))}
        />
        <Command>{`wheelhouse webhooks test ${id}${type === undefined ? '' : ` --type ${type}`}`}</Command>
        <div role="status" className={css['answer']}>
          {change.isPending && <Status tone="running">waiting for the response, up to 10 s</Status>}
          {change.data !== undefined && !change.isPending && <Answered answer={change.data} />}
        </div>
      </Form>
    </Dialog>
  );
}

function Answered({ answer: { attempt } }: { readonly answer: Answer }) {
  return (
    <div className={css['words']}>
      <AttemptAnswer attempt={attempt} />
      <AttemptTimings timings={attempt.timings} />
      {attempt.response !== null && attempt.response.body !== '' && (
        <SentText what="the response body" text={attempt.response.body} />
      )}
    </div>
  );
}
