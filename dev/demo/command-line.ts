import { spawn } from 'node:child_process';
import type { Seeder } from '../seed/tenant.ts';

/** Who types `wheelhouse` in a demo: the account that seeded it. */
export interface AsSeeder {
  /** The program's file: with the repository and in the image they differ. */
  readonly program: string;
  readonly url: string;
  readonly seeder: Seeder;
}

/** On this terminal; resolves with its exit code. */
export async function runWheelhouse({ program, url, seeder }: AsSeeder, words: readonly string[]): Promise<number> {
  const env = { ...process.env, WHEELHOUSE_URL: url, WHEELHOUSE_TOKEN: await accessToken(url, seeder) };
  const child = spawn(process.execPath, [program, ...words], { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function accessToken(url: string, { clientId, clientSecret }: Seeder): Promise<string> {
  const answer = await fetch(`${url}/api/auth/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (!answer.ok) throw new Error(`${url} gave the demo's account no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}
