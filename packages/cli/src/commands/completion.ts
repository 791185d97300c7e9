import { completionScripts, isShell } from '../completion/scripts.ts';
import { Failure } from '../failure.ts';
import type { Run } from '../invocation.ts';

export const run: Run = async ({ args: [shell = ''], out }) => {
  if (!isShell(shell))
    throw new Failure(
      'usage',
      `there is no completion for ${shell}`,
      `name one of ${Object.keys(completionScripts).join(', ')}`,
    );
  if (out.isJson) return out.json({ shell, script: completionScripts[shell] });
  process.stdout.write(completionScripts[shell]);
};
