import { type Run, textOption } from '../../invocation.ts';
import { noticing } from '../../noticing.ts';
import { patienceOf } from '../../waiting.ts';
import { countOf, envGiven, fieldsGiven } from './app-options.ts';
import { createApp } from './asking.ts';
import { untilLive } from './deploying.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [name = ''] = args;
  const patience = patienceOf(invocation);
  const replicas = textOption(invocation, 'replicas');
  const asked = {
    name,
    cloudspace: textOption(invocation, 'cloudspace'),
    replicas: replicas === undefined ? undefined : countOf('--replicas', replicas, 200),
    env: envGiven(invocation),
    fields: fieldsGiven(invocation),
  };
  const client = await invocation.connect({ fetch: noticing(out) });
  await untilLive(out, client, await createApp(client, asked), patience);
};
