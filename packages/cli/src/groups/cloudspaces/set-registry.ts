import { text } from 'node:stream/consumers';
import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { hiddenLine } from '../../login/hidden-line.ts';
import { plain } from '../../output/plain.ts';
import { cloudspacePath, cloudspaces } from './cloudspace.ts';

export const run: Run = async (invocation) => {
  const { args, options, out } = invocation;
  const [name = '', host = ''] = args;
  const username = textOption(invocation, 'username') ?? '';
  const password = await passwordOf(options['passwordStdin'] === true);
  const client = await invocation.connect();
  const { id } = await cloudspaces.find(client, [name]);
  const { data: space } = await client.put(`${cloudspacePath}/registries/{host}`, {
    params: { id, host },
    body: { username, password },
  });
  if (out.isJson) return out.json(space);
  out.line(plain(`${space.name} pulls images from ${host} as ${username} from now on`));
};

/** Never as an argument: others on the machine could read it. */
async function passwordOf(fromStdin: boolean): Promise<string> {
  if (!fromStdin && !process.stdin.isTTY)
    throw new Failure('usage', 'the password cannot be asked for: this is not a terminal', 'pass --password-stdin');
  const given = fromStdin ? await text(process.stdin) : await hiddenLine('Password (hidden): ');
  const password = given.replace(/\r?\n$/, '');
  if (password === '') throw new Failure('usage', 'the password is empty');
  return password;
}
