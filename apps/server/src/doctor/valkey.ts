import { Valkey } from '@wheelhouse/gateway/valkey';
import type { Log } from '@wheelhouse/kit';
import { bounded } from './bounded.ts';
import { type Finding, ok, type Verdict, wrong } from './verdict.ts';

const nextSteps: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|NOAUTH|AUTH/, 'correct the password in VALKEY_URL: redis://:PASSWORD@HOST:PORT'],
  [/ECONNREFUSED/, 'start Valkey, or correct the host and port in VALKEY_URL'],
  [/ENOTFOUND|EAI_AGAIN/, 'correct the host name in VALKEY_URL'],
  [/protocol|Invalid URL/, 'write VALKEY_URL as redis://:PASSWORD@HOST:PORT'],
];

/** The gateway's own way to it, once. */
export async function askValkey(name: string, url: string, log: Log): Promise<readonly Finding[]> {
  const next =
    'see whether Valkey at the address in VALKEY_URL is overloaded or unreachable (firewall, network policy)';
  return [{ name, verdict: await bounded(once(url, log), next) }];
}

async function once(url: string, log: Log): Promise<Verdict> {
  const valkey = new Valkey(url, log);
  try {
    await valkey.open();
    const { trouble } = valkey;
    if (trouble === undefined) {
      await valkey.ping();
      return ok(`at ${new URL(url).host}`);
    }
    const step = nextSteps.find(([pattern]) => pattern.test(trouble))?.[1];
    return wrong(trouble, step ?? 'read the log of Valkey, and check VALKEY_URL');
  } finally {
    valkey.close();
  }
}
