import { type Command, CommanderError } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { nearest } from './nearest.ts';
import { plain } from './output/plain.ts';
import { programOf } from './program.ts';

/** The commands for people, read from the command line. */
export async function runForPeople(argv: readonly string[], version: string): Promise<number> {
  const program = await programOf(version, argv);
  const [command = 'help', ...rest] = argv;
  if (command === '__complete') {
    const { complete } = await import('./commands/complete.ts');
    await complete(program, rest).catch(() => undefined);
    return exitCodes.ok;
  }
  if (command === 'help') return runForPeople([...rest, '--help'], version);
  const wrong = unknownCommand(program, argv);
  if (wrong !== undefined) {
    process.stderr.write(`wheelhouse: ${wrong}\n`);
    return exitCodes.usage;
  }
  for (const one of everyCommand(program))
    one
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'wheelhouse: ')) });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    // It has said by now what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof Failure)
      return end(
        error.exitCode,
        [error.message, ...(error.next === undefined ? [] : [`  next: ${error.next}`])].map(plain),
      );
    const { told } = await import('./output/tell-error.ts');
    const { exitCode, lines } = told(error);
    return end(exitCode, lines);
  }
}

function end(exitCode: number, lines: readonly string[]): number {
  process.stderr.write(`wheelhouse: ${lines.join('\n')}\n`);
  return exitCode;
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Better words than the parser's: which there are, and which was most likely meant. */
function unknownCommand(command: Command, [word, ...rest]: readonly string[], path = ''): string | undefined {
  if (word === undefined || word.startsWith('-') || command.commands.length === 0) return undefined;
  const found = command.commands.find((one) => one.name() === word);
  if (found !== undefined) return unknownCommand(found, rest, `${path}${word} `);
  const names = command.commands.map((one) => one.name());
  const meant = nearest(word, names);
  const hint = meant === undefined ? '' : ` Did you mean ${path}${meant}?`;
  return `unknown command "${plain(path + word)}"; expected one of ${names.join(', ')}.${hint}`;
}
