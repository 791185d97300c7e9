import { readFile } from 'node:fs/promises';

const serious = new Set(['warn', 'error', 'fatal']);

/** The last of what a server's log complains of, or else its last lines. */
export async function logEnd(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).trim().split('\n');
  const complaints = lines.filter((line) => {
    try {
      return serious.has((JSON.parse(line) as { level?: string }).level ?? '');
    } catch {
      return true;
    }
  });
  return `--- the end of ${path}\n${(complaints.length > 0 ? complaints : lines).slice(-5).join('\n')}`;
}
