import { gatewaySettings } from '@wheelhouse/gateway/settings';
import { readSettings } from '@wheelhouse/kit';
import { type Finding, ok, wrong } from './verdict.ts';

/** Behind a proxy that is not trusted everyone shares its address: one who guesses passwords locks all others out. */
export function proxyFindings(environment: NodeJS.ProcessEnv): readonly Finding[] {
  const { EXTERNAL_URL, TLS_CERT, TRUSTED_PROXIES } = gatewaySettings;
  let read: {
    readonly EXTERNAL_URL: string;
    readonly TLS_CERT: string | undefined;
    readonly TRUSTED_PROXIES: readonly string[];
  };
  try {
    read = readSettings({ EXTERNAL_URL, TLS_CERT, TRUSTED_PROXIES }, environment);
  } catch {
    // Told by the finding about settings.
    return [];
  }
  const needsProxy = read.EXTERNAL_URL.startsWith('https:') && read.TLS_CERT === undefined;
  const name = 'proxies';
  if (!needsProxy || read.TRUSTED_PROXIES.length > 0)
    return [{ name, verdict: ok(read.TRUSTED_PROXIES.join(', ') || 'none in front') }];
  return [
    {
      name,
      verdict: wrong(
        'EXTERNAL_URL is https and TLS_CERT is not set, so a proxy is in front, but TRUSTED_PROXIES is empty: all callers share its address',
        "set TRUSTED_PROXIES to the proxy's CIDR, for example 10.0.0.0/8",
      ),
    },
  ];
}
