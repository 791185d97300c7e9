import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { secretLines, secretNote } from './tell-webhook.ts';
import { webhookPath, webhooks } from './webhook.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const overlap_seconds = secondsOf(textOption(invocation, 'overlap') ?? '');
  const client = await invocation.connect();
  const { id } = await webhooks.find(client, args);
  const { data: webhook } = await client.post(`${webhookPath}/rotate-secret`, {
    params: { id },
    body: { overlap_seconds },
  });
  if (out.isJson) return out.json(webhook);
  for (const line of secretLines(out, webhook.signing_secret)) out.line(line);
  const { previous_secret_expires_at: previous } = webhook;
  out.note(`${secretNote}${previous === null ? '' : `; the previous one keeps signing until ${out.time(previous)}`}`);
};

const most = 604_800;

function secondsOf(given: string): number {
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
  if (seconds <= most) return seconds;
  throw new Failure('usage', `--overlap must be a number of seconds up to ${most}, not ${given}`);
}
