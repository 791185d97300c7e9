import { eventTypes } from '@wheelhouse/contracts';
import { Failure } from '../../failure.ts';
import type { Run } from '../../invocation.ts';
import { wordsOf } from '../../known-words.ts';
import { attemptLines } from './tell-delivery.ts';
import { webhookPath, webhooks } from './webhook.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const given = wordsOf(invocation, 'type', eventTypes);
  const type = eventTypes.find((one) => one === given);
  if (given !== type) throw new Failure('usage', 'a test sends one event: pass a single --type');
  const client = await invocation.connect({ retries: 0 });
  const { id } = await webhooks.find(client, args);
  const { data: answer } = await client.post(`${webhookPath}/test`, {
    params: { id },
    body: type === undefined ? {} : { type },
  });
  const { attempt, event_type } = answer;
  if (out.isJson) out.json(answer);
  else for (const line of attemptLines(out, attempt)) out.line(line);
  if (attempt.failure !== null)
    throw new Failure('operationFailed', `the test delivery of ${event_type} failed`, attempt.failure.remedy);
};
