import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A line that somebody types or pastes and nobody sees; empty when they give up. */
export async function hiddenLine(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  process.stderr.write(question);
  const line = await Promise.race([lines.question(''), closed]);
  lines.close();
  process.stderr.write('\n');
  return line;
}
