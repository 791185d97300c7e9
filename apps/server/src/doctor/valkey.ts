import { Valkey } from '@wheelhouse/gateway/valkey';
import type { Log } from '@wheelhouse/kit';
import { bounded } from './bounded.ts';
import { type Finding, ok, type Verdict, wrong } from './verdict.ts';

const nextSteps: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|NOAUTH|AUTH/, 'correct the password in VALKEY_URL: redis://:PASSWORD@HOST:PORT'],
  [/ECONNREFUSED/, 'start Valkey, or correct the host and port in VALKEY_URL'],
  [/ENOTFOUND|EAI_AGAIN/, 'correct the host name in VALKEY_URL'],
  [/OOM/, 'give Valkey more memory (maxmemory), or use it for nothing else'],
  [/READONLY/, 'name the primary in VALKEY_URL, not a replica'],
  [/NOPERM/, 'allow the user in VALKEY_URL to run scripts and their commands on all keys'],
  [/protocol|Invalid URL/, 'write VALKEY_URL as redis://:PASSWORD@HOST:PORT'],
];

/** The gateway's own way to it, once. */
export async function askValkey(name: string, url: string, log: Log): Promise<readonly Finding[]> {
  const next =
    'check whether Valkey at the address in VALKEY_URL is overloaded or unreachable (firewall, network policy)';
  return [{ name, verdict: await bounded(once(url, log), next) }];
}

async function once(url: string, log: Log): Promise<Verdict> {
  const valkey = new Valkey(url, log);
  try {
    await valkey.open();
    if (valkey.trouble !== undefined) return explained(valkey.trouble);
    return await valkey.tryOut().then(
      () => ok(`at ${new URL(url).host}, counting works`),
      (error: unknown) => explained(valkey.whyOf(error)),
    );
  } finally {
    valkey.close();
  }
}

function explained(trouble: string): Verdict {
  const step = nextSteps.find(([pattern]) => pattern.test(trouble))?.[1];
  return wrong(trouble, step ?? 'check the Valkey log and VALKEY_URL');
}
