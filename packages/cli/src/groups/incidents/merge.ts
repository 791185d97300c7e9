import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { incidentById, incidentPath, incidents, titleOf } from './incident.ts';
import { saidByCommands } from './refused.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const given = textOption(invocation, 'into');
  if (given === undefined)
    throw new Failure('usage', 'say which incident goes on', 'wheelhouse incidents merge 13 --into 12');
  const client = await invocation.connect();
  const from = await incidents.find(client, args);
  const { id: into } = await incidents.find(client, [given]);
  const params = { id: from.id };
  const merging = client.post(`${incidentPath}/merge`, { params, body: { into } });
  const { data: merged } = await saidByCommands(from, merging);
  if (out.isJson) return out.json(merged);
  // Where that one was merged itself, it is the last of them.
  const last = await incidentById(client, merged.merged_into ?? into);
  out.line(plain(`#${merged.number} is ${merged.status}; its signals and its timeline went to ${titleOf(last)}`));
};
