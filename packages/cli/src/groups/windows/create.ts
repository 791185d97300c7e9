import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { chosenCluster } from '../clusters/cluster.ts';
import { windowLines } from './tell-window.ts';
import { spanGiven } from './times.ts';
import { windowsPath } from './window.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const span = spanGiven(invocation, new Date());
  const [namespaces, nodes] = [namesGiven(invocation, 'namespace'), namesGiven(invocation, 'node')];
  const client = await invocation.connect();
  const cluster = await chosenCluster(client, textOption(invocation, 'cluster'));
  const { data: window } = await client.post(windowsPath, {
    body: {
      name: textOption(invocation, 'name') ?? '',
      cluster_id: cluster.id,
      ...span,
      ...(namespaces === undefined ? {} : { namespaces }),
      ...(nodes === undefined ? {} : { nodes }),
      ...textsGiven(invocation, { reason: 'reason' }),
    },
  });
  if (out.isJson) return out.json(window);
  for (const line of windowLines(out, window, cluster.name)) out.line(line);
  out.note('what still fires at its end opens incidents then; to end it earlier: wheelhouse windows end');
};

function namesGiven(invocation: Invocation, option: string): readonly string[] | undefined {
  const names = textOption(invocation, option)?.split(',').filter(Boolean);
  return names === undefined || names.length === 0 ? undefined : names;
}
