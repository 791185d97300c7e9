import { actionMeant, titleOf } from '../actions.ts';
import { ownClient } from '../credentials/find.ts';
import { type Run, textOption } from '../invocation.ts';
import { plain } from '../output/plain.ts';

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const reason = textOption(invocation, 'reason');
  const client = await ownClient();
  const { id } = await actionMeant(client, args[0] ?? '');
  const { data: action } = await client.post('/agents/action/api/v1/actions/{id}/cancel', {
    params: { id },
    body: reason === undefined ? {} : { reason },
  });
  if (out.isJson) return out.json(action);
  out.line(`${plain(titleOf(action))} is ${action.status}; nothing was changed in the cluster`);
};
