import type { RunningPart } from '../gateway-house/open.ts';

/** How often auth was asked whose a credential is. */
export async function asksOf(auth: RunningPart): Promise<number> {
  const answer = await fetch(`${auth.admin}/metrics`, { headers: { connection: 'close' } });
  const lines = (await answer.text()).split('\n');
  return lines
    .filter(
      (line) => line.startsWith('wheelhouse_http_request_seconds_count') && line.includes('/internal/v1/exchange"'),
    )
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
