import type { Client } from '@wheelhouse/sdk';
import type { Option } from 'commander';
import { typedTo } from '../asking.ts';
import { option } from '../completion/choices.ts';
import { Failure } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import type { DeclaredCommand } from './command.ts';
import type { Resource } from './resource.ts';

interface Step<One, Answer> {
  readonly about: string;
  readonly options?: readonly Option[];
  readonly confirm?: Confirmation<One>;
  readonly call: (client: Client, one: One, invocation: Invocation) => Promise<{ readonly data: Answer }>;
  /** What is said when it is done. */
  readonly done: (answer: Answer, one: One) => string;
}

/** What cannot be taken back asks for a name, not for a yes. */
interface Confirmation<One> {
  /** As in "Type its host to continue". */
  readonly asksFor: string;
  readonly expected: (one: One) => string;
  readonly warning: (one: One) => string;
  /** As in "was not deleted". */
  readonly participle: string;
  /** What it is called here, if not by what is typed. */
  readonly title?: (one: One) => string;
}

/** Changes one of them. */
export function step<One, Answer>(
  resource: Resource<One>,
  name: string,
  { about, options = [], confirm, call, done }: Step<One, Answer>,
): DeclaredCommand {
  return {
    name,
    about,
    arguments: resource.arguments,
    options: [
      ...options,
      ...(confirm === undefined ? [] : [option('--yes', `do not ask for its ${confirm.asksFor} (for scripts)`)]),
    ],
    run: async (invocation) => {
      const { args, options: given, out, connect } = invocation;
      const client = await connect();
      const one = await resource.find(client, args);
      if (confirm !== undefined && given['yes'] !== true) await ask(confirm, one);
      const { data } = await call(client, one, invocation);
      // DELETE answers nothing; then it is what was deleted.
      if (out.isJson) return out.json(data ?? one);
      out.line(plain(done(data, one)));
    },
  };
}

async function ask<One>({ asksFor, expected, warning, participle, title = expected }: Confirmation<One>, one: One) {
  const question = plain(`${warning(one)} Type its ${asksFor} to continue: `);
  const typed = await typedTo(question, `${title(one)} is to be ${participle}`);
  if (typed !== expected(one))
    throw new Failure('refused', `that is not its ${asksFor}; ${title(one)} was not ${participle}`);
}
