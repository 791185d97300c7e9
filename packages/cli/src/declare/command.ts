import type { Argument, Command, Option } from 'commander';
import type { Run } from '../invocation.ts';
import { outputOf } from '../output/output.ts';

/** What a command is called, what its help says, and what it does. */
export interface DeclaredCommand {
  readonly name: string;
  readonly about: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Run when its group is named alone. */
  readonly isDefault?: boolean;
  readonly run: Run;
}

interface Loaded extends Omit<DeclaredCommand, 'name' | 'run'> {
  readonly load: () => Promise<{ readonly run: Run }>;
}

/** A command with a file of its own. It is loaded when it is called, so that no other waits for what it needs. */
export function command(name: string, { load, ...rest }: Loaded): DeclaredCommand {
  return { ...rest, name, run: async (invocation) => (await load()).run(invocation) };
}

export function addCommand(parent: Command, declared: DeclaredCommand): void {
  const { name, about, isDefault = false, run } = declared;
  const added = parent.command(name, { isDefault }).description(about);
  for (const one of declared.arguments ?? []) added.addArgument(one);
  for (const one of declared.options ?? []) added.addOption(one);
  added.action(async () => {
    const options: Readonly<Record<string, unknown>> = added.optsWithGlobals();
    await run({
      args: added.args,
      options,
      out: outputOf(options['json'] === true),
      // The SDK is loaded only by commands that make calls.
      connect: async (choices) => (await import('../credentials/find.ts')).ownClient(choices),
    });
  });
}

/** Commands about one kind of object, or groups of them. They too are loaded only when the group is named. */
export interface Group {
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<{ readonly commands: readonly (DeclaredCommand | Group)[] }>;
}

export function group(name: string, about: string, load: Group['load']): Group {
  return { name, about, load };
}

export async function addAll(
  parent: Command,
  commands: readonly (DeclaredCommand | Group)[],
  argv: readonly string[],
): Promise<void> {
  for (const one of commands)
    if ('run' in one) addCommand(parent, one);
    else await addGroup(parent, one, argv);
}

async function addGroup(parent: Command, { name, about, load }: Group, argv: readonly string[]): Promise<void> {
  const added = parent.command(name).description(about);
  if (argv.includes(name)) await addAll(added, (await load()).commands, argv);
}
