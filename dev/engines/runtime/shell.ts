import { type SpawnOptions, spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Called with each chunk of standard output and error, for progress and logs. */
  readonly onOutput?: (chunk: string) => void;
}

/** Runs a command to its end; a non-zero exit is a result, not an exception. */
export function tryRun(program: string, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const spawnOptions: SpawnOptions = { stdio: ['pipe', 'pipe', 'pipe'] };
  if (options.cwd !== undefined) spawnOptions.cwd = options.cwd;
  if (options.env !== undefined) spawnOptions.env = options.env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, spawnOptions);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      options.onOutput?.(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      options.onOutput?.(chunk);
    });
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 128, stdout, stderr: signal ? `${stderr}\n(${signal})` : stderr }),
    );
    // A program that ends before it has read its input is told by its exit code, not by EPIPE.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
  });
}

/** Runs a command that must succeed and answers its standard output. */
export async function run(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await tryRun(program, args, options);
  if (result.code === 0) return result.stdout;
  const said = (result.stderr || result.stdout).trim().split('\n').slice(-15).join('\n');
  throw new Error(`${program} ${args.join(' ')} ended with ${result.code}:\n${said}`);
}
