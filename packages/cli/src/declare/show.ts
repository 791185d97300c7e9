import type { Client } from '@wheelhouse/sdk';
import type { Output } from '../output/output.ts';
import type { DeclaredCommand } from './command.ts';
import type { Resource } from './resource.ts';

type Lines = readonly string[];

interface Showing<One> {
  readonly about: string;
  /** All there is to say about it. */
  readonly lines: (out: Output, one: One, client: Client) => Lines | Promise<Lines>;
}

export function show<One>(resource: Resource<One>, { about, lines }: Showing<One>): DeclaredCommand {
  return {
    name: 'show',
    about,
    arguments: resource.arguments,
    run: async ({ args, out, connect }) => {
      const client = await connect();
      const one = await resource.find(client, args);
      if (out.isJson) return out.json(one);
      for (const line of await lines(out, one, client)) out.line(line);
    },
  };
}
