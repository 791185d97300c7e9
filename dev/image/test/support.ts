import { docker as engine } from '../../engines/catalogue/docker.ts';
import { docker } from '../../engines/docker/machine.ts';
import { healthOf } from '../../engines/runtime/health.ts';
import { openHome } from '../../engines/runtime/home.ts';
import type { CommandResult } from '../../engines/runtime/shell.ts';

export const home = await openHome();

// Not skipped where there is none: then nothing of what is shipped was looked at.
const health = await healthOf(home, engine);
if (health.state !== 'healthy') throw new Error(`docker is ${health.state}. Next step: npm run engines -- up docker`);

export function inDocker(...args: readonly string[]): Promise<CommandResult> {
  return docker(home, args);
}

export async function mustDocker(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await docker(home, args);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout.trim();
}
