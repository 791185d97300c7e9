import { alertmanagerReceiver, unnamedCluster } from '@wheelhouse/contracts';
import { findAccess } from '../../credentials/find.ts';
import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { factLines } from '../../output/facts.ts';
import { clusterNamed } from '../clusters/cluster.ts';
import { signalTokensPath } from './signal-token.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [name = ''] = args;
  const days = daysOf(textOption(invocation, 'days') ?? '');
  const client = await invocation.connect();
  const called = textOption(invocation, 'cluster');
  const cluster = called === undefined ? undefined : await clusterNamed(client, called);
  const { data: made } = await client.post(signalTokensPath, {
    body: {
      name,
      ...(cluster === undefined ? {} : { cluster_id: cluster.id }),
      // The longest is what it is without a word: by whose clock that is, need not be asked.
      ...(days === longest ? {} : { expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
    },
  });
  if (out.isJson) return out.json(made);
  const { url } = await findAccess();
  const lines = factLines(out, [
    ['token', made.token, 'bold'],
    ['cluster', cluster?.name ?? 'any'],
    ['ends', out.time(made.expires_at)],
    ['id', made.id],
  ]);
  for (const line of lines) out.line(line);
  out.line('');
  // Where the token does not say which cluster its alerts are of, the URL does.
  out.line(alertmanagerReceiver(url, cluster === undefined ? unnamedCluster : undefined));
  const which = cluster === undefined ? `; ${unnamedCluster} is not needed with a single cluster` : '';
  out.note(
    `this token is shown only once: write it where its sender reads it; above, an Alertmanager's receiver${which}`,
  );
};

const longest = 365;
const dayMs = 86_400_000;

function daysOf(given: string): number {
  const days = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= longest) return days;
  throw new Failure('usage', `--days must be a number of days up to ${longest}, not ${given}`);
}
