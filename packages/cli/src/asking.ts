import { createInterface } from 'node:readline/promises';
import { Failure } from './failure.ts';

/** What a person types to the question; empty when they close stdin or press Ctrl-C. Where nobody is, nothing is asked. */
export async function typedTo(question: string, toConfirm: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure('usage', `cannot confirm that ${toConfirm}: this is not a terminal`, 'in a script, pass --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const typed = await Promise.race([lines.question(question), closed]);
  lines.close();
  return typed.trim();
}
